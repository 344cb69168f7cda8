import type { Notification } from '@kazna/contract/cabinet/notifications';
import { describeEvent } from '../letters/describe-event.ts';
import type { EventText } from '../letters/event-text.ts';
import type { OrganizationEvent } from '../letters/events.ts';
import { describePersonal } from './notify-person.ts';
import type { NotificationRow } from './store.ts';

export interface Site {
  publicUrl: string;
  supportEmail: string;
}

/** The bell says what the letter says: its headline, its first sentence and where its button leads. */
export function presentNotification(
  { kind, details, audience, ...row }: NotificationRow,
  site: Site,
  nameOf: (userId: string) => string,
): Notification {
  const { headline, paragraphs, action } = describe({ kind, details, audience, ...row }, site, nameOf);
  const path = action?.url.startsWith(`${site.publicUrl}/`) ? action.url.slice(site.publicUrl.length) : null;
  return { ...row, title: headline, text: paragraphs[0] ?? '', path };
}

function describe(row: NotificationRow, site: Site, nameOf: (userId: string) => string): EventText {
  const { organizationId, organizationName } = row;
  if (organizationId === null || organizationName === null)
    return describePersonal(row.kind, row.details, site.publicUrl);
  return describeEvent(row as unknown as OrganizationEvent, {
    ...site,
    organizationId,
    organizationName,
    nameOf,
    isPersonal: row.audience === 'person',
    balances: [],
  });
}
