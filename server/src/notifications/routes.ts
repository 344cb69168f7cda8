import * as contract from '@kazna/contract/cabinet/notifications';
import { announce } from '../platform/db/announce.ts';
import { toPage } from '../platform/db/page.ts';
import type { Api } from '../platform/http/api.ts';
import { Problem } from '../platform/http/problem.ts';
import { describeNotifications } from './describe.ts';
import type { NotificationKinds } from './kind.ts';
import {
  countUnread,
  markAllRead,
  markRead,
  type NotificationFilter,
  type NotificationRow,
  selectNotifications,
} from './notifications-store.ts';
import { replaceMutes, selectPreferences } from './preferences-store.ts';
import type { NotificationText, Site } from './texts.ts';
import { type UnsubscribeContext, unsubscribe } from './unsubscribe.ts';

export interface NotificationContext extends Site, UnsubscribeContext {
  kinds: NotificationKinds;
}

export function notificationRoutes(api: Api, context: NotificationContext): void {
  const { db, directory } = context;

  api.on(contract.listNotifications, async ({ caller: { userId }, query }) => {
    const { limit, cursor, category, organization: organizationId, unread } = query;
    const filter = { category, organizationId, isUnread: unread === 'true' };
    return listNotifications(context, userId, filter, { limit, cursor });
  });

  api.on(contract.readNotifications, ({ caller: { userId }, body }) =>
    db.transaction(async (tx) => {
      if ('ids' in body) await markRead(tx, userId, body.ids);
      else await markAllRead(tx, directory, userId);
      announce(tx, { userId }, 'notifications');
      return { unread: await countUnread(tx, directory, userId) };
    }),
  );

  api.on(contract.getNotificationPreferences, async ({ caller: { userId } }) => ({
    items: await selectPreferences(db, directory, userId),
  }));

  api.on(contract.setNotificationPreferences, ({ caller: { userId }, body: { organizationId, muted } }) =>
    db.transaction(async (tx) => {
      if (!(await replaceMutes(tx, directory, { userId, organizationId }, muted))) throw new Problem('not_found');
    }),
  );

  api.on(contract.unsubscribe, ({ body }) => unsubscribe(context, body.token));
}

async function listNotifications(
  { db, directory, kinds, publicUrl, supportEmail }: NotificationContext,
  userId: string,
  filter: NotificationFilter,
  { limit, cursor }: { limit: number; cursor: string | undefined },
) {
  const rows = await selectNotifications(db, directory, userId, filter, { limit: limit + 1, cursor });
  const texts = await describeNotifications(db, rows, { kinds, publicUrl, supportEmail, balances: [] });
  const shown = rows.map((row, place) => presentNotification(row, texts[place] as NotificationText, publicUrl));
  return toPage(shown, limit, ({ id }) => id);
}

/** The bell says what the letter says: its headline, what comes first below it and where its button leads. */
function presentNotification(
  { kind: _kind, details: _details, audience: _audience, ...row }: NotificationRow,
  { headline, paragraphs, facts = [], action }: NotificationText,
  publicUrl: string,
): contract.Notification {
  const path = action?.url.startsWith(`${publicUrl}/`) ? action.url.slice(publicUrl.length) : null;
  return { ...row, title: headline, text: paragraphs[0] ?? facts[0]?.join(': ') ?? '', path };
}
