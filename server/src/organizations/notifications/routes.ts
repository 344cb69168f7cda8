import * as contract from '@kazna/contract/cabinet/notifications';
import { announce } from '../../platform/db/announce.ts';
import type { Database } from '../../platform/db/database.ts';
import { toPage } from '../../platform/db/page.ts';
import type { Api } from '../../platform/http/api.ts';
import { Problem } from '../../platform/http/problem.ts';
import { namesIn } from '../letters/names-in.ts';
import { replaceMutes, selectPreferences } from './preferences/store.ts';
import { unsubscribe } from './preferences/unsubscribe.ts';
import { presentNotification, type Site } from './present-notification.ts';
import { countUnread, markAllRead, markRead, selectNotifications } from './store.ts';

export interface NotificationContext extends Site {
  db: Database;
  unsubscribeKey: Buffer;
}

export function notificationRoutes(api: Api, { db, unsubscribeKey, ...site }: NotificationContext): void {
  api.on(contract.listNotifications, async ({ caller: { userId }, query }) => {
    const { limit, cursor, category, organization: organizationId, unread } = query;
    const filter = { category, organizationId, isUnread: unread === 'true' };
    const rows = await selectNotifications(db, userId, filter, { limit: limit + 1, cursor });
    const nameOf = await namesIn(db, rows);
    return toPage(
      rows,
      limit,
      ({ id }) => id,
      (row) => presentNotification(row, site, nameOf),
    );
  });

  api.on(contract.readNotifications, ({ caller: { userId }, body }) =>
    db.transaction(async (tx) => {
      if ('ids' in body) await markRead(tx, userId, body.ids);
      else await markAllRead(tx, userId);
      announce(tx, { userId }, 'notifications');
      return { unread: await countUnread(tx, userId) };
    }),
  );

  api.on(contract.getNotificationPreferences, async ({ caller: { userId } }) => ({
    items: await selectPreferences(db, userId),
  }));

  api.on(contract.setNotificationPreferences, ({ caller: { userId }, body: { organizationId, muted } }) =>
    db.transaction(async (tx) => {
      if (!(await replaceMutes(tx, { userId, organizationId }, muted))) throw new Problem('not_found');
    }),
  );

  api.on(contract.unsubscribe, ({ body }) => unsubscribe(db, unsubscribeKey, body.token));
}
