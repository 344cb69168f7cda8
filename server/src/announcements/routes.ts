import * as staff from '@kazna/contract/admin/announcements';
import { dismissAnnouncement } from '@kazna/contract/cabinet/announcements';
import { type Actor, actorOf, recordAction } from '../audit/actions-store.ts';
import { announce } from '../platform/db/announce.ts';
import type { Database, Transaction } from '../platform/db/database.ts';
import { toPage } from '../platform/db/page.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import type { Api } from '../platform/http/api.ts';
import { fieldProblem, Problem } from '../platform/http/problem.ts';
import * as store from './store.ts';

export function announcementRoutes(api: Api, db: Database): void {
  api.on(dismissAnnouncement, ({ caller: { userId }, params: { announcementId } }) =>
    db.transaction(async (tx) => {
      if (!(await store.insertDismissal(tx, userId, announcementId))) throw new Problem('not_found');
      announce(tx, { userId }, 'notifications');
    }),
  );

  api.on(staff.listAnnouncements, async ({ query: { limit, cursor } }) =>
    toPage(await store.selectAnnouncements(db, { limit: limit + 1, cursor }), limit, ({ id }) => id),
  );

  api.on(staff.countAudience, async ({ query: { audience, tariffId = null } }) => ({
    people: await store.countPeople(db, { audience, tariffId }),
  }));

  api.on(staff.createAnnouncement, async (call) => {
    const id = uuidv7();
    await db.transaction(async (tx) => {
      await requireTariff(tx, call.body);
      await store.insertAnnouncement(tx, id, call.body);
      await record(tx, actorOf(call), 'announcement.created', call.body.text);
    });
    return { id };
  });

  api.on(staff.updateAnnouncement, (call) =>
    db.transaction(async (tx) => {
      await requireTariff(tx, call.body);
      if (!(await store.updateAnnouncement(tx, call.params.announcementId, call.body))) throw new Problem('not_found');
      await record(tx, actorOf(call), 'announcement.changed', call.body.text);
    }),
  );

  api.on(staff.endAnnouncement, (call) =>
    db.transaction(async (tx) => {
      const text = await store.endAnnouncement(tx, call.params.announcementId);
      await record(tx, actorOf(call), 'announcement.ended', text);
    }),
  );

  api.on(staff.deleteAnnouncement, (call) =>
    db.transaction(async (tx) => {
      const text = await store.deleteAnnouncement(tx, call.params.announcementId);
      await record(tx, actorOf(call), 'announcement.deleted', text);
    }),
  );
}

async function requireTariff(tx: Transaction, { tariffId }: staff.AnnouncementForm): Promise<void> {
  if (tariffId && !(await store.isTariff(tx, tariffId))) throw fieldProblem('tariffId', 'Такого тарифа нет');
}

type Action = `announcement.${'created' | 'changed' | 'ended' | 'deleted'}`;

/** `text` is null for an unknown announcement. */
async function record(tx: Transaction, actor: Actor, action: Action, text: string | null): Promise<void> {
  if (text === null) throw new Problem('not_found');
  await recordAction(tx, actor, { action, details: { text } });
}
