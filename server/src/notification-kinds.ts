import * as ofSpending from './dashboard/notifications.ts';
import * as ofDocuments from './documents/notifications.ts';
import * as ofMoney from './money/notifications.ts';
import type { NotificationKinds } from './notifications/kind.ts';
import { maxLinked, maxStopped } from './notifications/max/link-chat.ts';
import { lettersSwitchedOff } from './notifications/unsubscribe.ts';
import * as ofOrganizations from './organizations/notifications.ts';
import * as ofAutoTopUp from './payments/auto-top-up/notifications.ts';
import * as ofPayments from './payments/notifications.ts';
import { providerSilent } from './payments/providers/report-silence.ts';
import * as ofCards from './payments/saved-methods/notifications.ts';
import { signedInElsewhere } from './people/notifications.ts';
import * as ofPromisedPayments from './services/promised-payments/notifications.ts';
import * as ofSubscriptions from './services/subscriptions/notifications.ts';
import { subscriptionBurst } from './services/subscriptions/report-burst.ts';
import { subscriptionByStaff } from './services/subscriptions/tell-of-staff.ts';
import * as ofRequests from './support/notifications.ts';
import { requestContinued, requestReceived } from './support/notify.ts';

/** Everything that each feature's `notifications.ts` exports, for the notification centre. */
export const notificationKinds: NotificationKinds = {
  ofMembers: [
    ...[ofMoney, ofOrganizations, ofPayments, ofCards, ofAutoTopUp, ofSubscriptions, ofPromisedPayments, ofDocuments],
    ofSpending,
    ofRequests,
    { subscriptionByStaff },
  ].flatMap((kinds) => Object.values(kinds)),
  ofPersons: [
    lettersSwitchedOff,
    maxLinked,
    maxStopped,
    signedInElsewhere,
    providerSilent,
    subscriptionBurst,
    requestReceived,
    requestContinued,
  ],
};
