import { listNotifications, type Notification } from '@kazna/contract/cabinet/notifications';
import { getProfile } from '@kazna/contract/cabinet/profile';
import type { Sent } from '@kazna/contract/shared/endpoint';
import { balanceAdjusted } from '../../src/money/notifications.ts';
import { notifyMembers } from '../../src/organizations/notify-members.ts';
import { uuidv7 } from '../../src/platform/db/uuid.ts';
import type { TestApp } from './app.ts';

/** A correction by staff as members hear of it. */
export async function notifyOfCorrection(
  { db }: TestApp,
  organizationId: string,
  amountMinor = 50_000,
  sourceId: string = uuidv7(),
): Promise<void> {
  const details = { amountMinor, currency: 'RUB' as const, reason: 'Абонентская плата' };
  await db.transaction((tx) => notifyMembers(tx, balanceAdjusted, { organizationId, sourceId, details }));
}

/** So many corrections in one statement, of now, or of two days ago and without letters. */
export async function plantCorrections(
  { db }: TestApp,
  { userId, organizationId, count, isOld }: { userId: string; organizationId: string; count: number; isOld: boolean },
): Promise<void> {
  await db.queryText(
    `insert into notifications (source_id, kind, user_id, organization_id, audience, category, by_mail, details, created_at)
    select gen_random_uuid(), 'balance_adjusted', $1, $2, 'accountant', 'money', not $5, $3,
      now() - case when $5 then interval '2 days' else interval '0' end
    from generate_series(1, $4::int)`,
    [userId, organizationId, { amountMinor: 100, currency: 'RUB', reason: 'Плата' }, count, isOld],
  );
}

export async function notificationsOf(
  app: TestApp,
  { token }: { token: string },
  query: Sent<typeof listNotifications>['query'] = {},
): Promise<Notification[]> {
  const { status, body } = await app.call(listNotifications, { query }, { token });
  if (status !== 200) throw new Error(`the list answered ${status}`);
  return body.items;
}

export async function titlesOf(...asked: Parameters<typeof notificationsOf>): Promise<string[]> {
  return (await notificationsOf(...asked)).map(({ title }) => title.replaceAll('\u00a0', ' '));
}

export async function unreadOf(app: TestApp, { token }: { token: string }): Promise<number> {
  return (await app.call(getProfile, {}, { token })).body.unreadNotifications;
}
