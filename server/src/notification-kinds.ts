import * as ofDocuments from './documents/notifications.ts';
import * as ofMoney from './money/notifications.ts';
import type { NotificationKinds } from './notifications/kind.ts';
import { lettersSwitchedOff } from './notifications/unsubscribe.ts';
import * as ofOrganizations from './organizations/notifications.ts';
import * as ofAutoTopUp from './payments/auto-top-up/notifications.ts';
import * as ofPayments from './payments/notifications.ts';
import * as ofCards from './payments/saved-methods/notifications.ts';
import { signedInElsewhere } from './people/notifications.ts';

/** Everything that each feature's `notifications.ts` exports, for the notification centre. */
export const notificationKinds: NotificationKinds = {
  ofMembers: [ofMoney, ofOrganizations, ofPayments, ofCards, ofAutoTopUp, ofDocuments].flatMap((kinds) =>
    Object.values(kinds),
  ),
  ofPersons: [lettersSwitchedOff, signedInElsewhere],
};
