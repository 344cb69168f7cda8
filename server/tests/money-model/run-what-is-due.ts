import { holdExpiry } from '../../src/money/charges/holds/expire-holds.ts';
import { sql } from '../../src/platform/db/sql.ts';
import { runEngine } from '../../src/services/subscriptions/engine-loop.ts';
import type { Shop } from '../support/shop.ts';

/** What each part of a round begins with. A round on a day without any of it is ten statements that find nothing. */
const work = sql`
  select exists (select from holds where status = 'open' and expires_at <= business_now()) as "hasHolds",
    exists (select from subscriptions where next_step_at <= business_now())
      or exists (select from subscription_usage where next_at <= business_now())
      or exists (select from ledger_accounts where is_resumable)
      or exists (select from promised_payments where status <> 'paid')
      or exists (select from subscription_intents i join payments p on p.id = i.payment_id
        where i.status = 'waiting' and p.status in ('succeeded', 'canceled', 'expired')) as "isEngineDue"`;

interface Due {
  hasHolds: boolean;
  isEngineDue: boolean;
}
const read = async ({ db }: Shop) => (await db.query<Due>(work))[0] as Due;

/** What time has brought about since the last call. The worker of a history is alone: a round that moves nothing is the last. */
export async function runWhatIsDue(shop: Shop): Promise<void> {
  const context = { db: shop.db, zone: 'Europe/Moscow', onBurst: () => {} };
  let due = await read(shop);
  if (due.hasHolds) {
    await shop.run(holdExpiry, {});
    // What came back may be what a service waits for.
    due = await read(shop);
  }
  while (due.isEngineDue && (await runEngine(context))) due = await read(shop);
}
