import type { PaymentMethod } from '@kazna/contract/cabinet/create-payment-form';
import type { PaymentStatus } from '@kazna/contract/cabinet/payments';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import { newMember } from '../../tests/support/organizations.ts';
import { newPayer, type Payer } from '../../tests/support/payments.ts';
import { checkLedger } from '../money/ledger/check-ledger.ts';
import { postTransfer } from '../money/ledger/post-transfer.ts';
import { changeStatus } from '../payments/change-status.ts';
import { lockPayment } from '../payments/status-store.ts';
import { insertPayment } from '../payments/store.ts';
import type { Transaction } from '../platform/db/database.ts';
import { uuidv7 } from '../platform/db/uuid.ts';

const app = appForThisFile();
let payer: Payer;
beforeAll(async () => {
  payer = await newPayer(app);
});

describe('check of daily totals', () => {
  beforeAll(async () => {
    const ours = { organizationId: payer.organizationId };
    await app.db.transaction(async (tx) => {
      const post = { currency: 'RUB', amountMinor: 500 } as const;
      await postTransfer(tx, { ...post, key: uuidv7(), kind: 'top_up', from: 'clearing', to: ours });
      await postTransfer(tx, { ...post, key: uuidv7(), kind: 'charge', from: ours, to: 'revenue', amountMinor: 200 });
    });
    expect(await checkLedger(app.db)).toEqual([]);
  });

  const undone = new Error('undone');
  test.each([
    [
      'are a kopeck too large',
      'update ledger_daily_totals set credited_minor = credited_minor + 1 where account_id = $1',
    ],
    ['have the wrong day', 'update ledger_daily_totals set day = day - 1 where account_id = $1'],
    [
      'are too large on both sides',
      `update ledger_daily_totals set credited_minor = credited_minor + 7, debited_minor = debited_minor + 7
       where account_id = $1`,
    ],
    ['are missing', 'delete from ledger_daily_totals where account_id = $1'],
    ['belong to no transfer', "insert into ledger_daily_totals values ($1, '2020-01-01', 300, 300)"],
  ])('the check of the ledger notices daily totals that %s', async (_what, fault) => {
    const { rows } = await app.db.queryText('select id from ledger_accounts where organization_id = $1', [
      payer.organizationId,
    ]);
    const planted = app.db.transaction(async (tx) => {
      await tx.queryText(fault, [rows[0]?.id]);
      const faults = await checkLedger(tx);
      expect(faults).not.toEqual([]);
      expect(faults.every((what) => what.includes(rows[0]?.id as string))).toBe(true);
      throw undone;
    });
    await expect(planted).rejects.toBe(undone);
  });
});

/** Allowed transitions by status. */
const ways: Record<PaymentStatus, PaymentStatus[]> = {
  pending: ['succeeded', 'canceled', 'expired', 'review'],
  expired: ['succeeded', 'review'],
  canceled: ['succeeded', 'review'],
  review: ['succeeded', 'canceled'],
  succeeded: [],
};

interface Life {
  amountMinor: number;
  method: PaymentMethod;
  by: number;
  choices: number[];
}

async function live({ amountMinor, method, choices }: Life, createdBy: string): Promise<void> {
  const id = uuidv7();
  const { organizationId } = payer;
  await app.db.transaction(async (tx) => {
    const payment = { id, organizationId, createdBy, amountMinor, currency: 'RUB', method, description: null } as const;
    await insertPayment(tx, { ...payment, provider: 'yookassa', lifetimeSeconds: 3600, pollAfterSeconds: 15 });
  });
  for (const choice of choices) await app.db.transaction((tx) => goOn(tx, id, choice));
}

async function goOn(tx: Transaction, id: string, choice: number): Promise<void> {
  const payment = await lockPayment(tx, id);
  if (!payment) throw new Error('lost');
  const next = ways[payment.status];
  const status = next[choice % next.length];
  if (status) await changeStatus(tx, payment, { status, reason: null, source: 'poll' });
}

const life = fc.record<Life>({
  amountMinor: fc.integer({ min: 1, max: 1_000_000 }),
  method: fc.constantFrom('card', 'sbp'),
  by: fc.nat(2),
  choices: fc.array(fc.nat(11), { maxLength: 4 }),
});

test('daily totals of payments equal a recount after concurrent changes of every status', async () => {
  const people = [payer.id, (await newMember(app, payer.organizationId)).id];
  people.push((await newMember(app, payer.organizationId)).id);
  const lives = fc.asyncProperty(fc.array(life, { minLength: 8, maxLength: 16 }), async (crowd) => {
    await Promise.all(crowd.map((one) => live(one, people[one.by] as string)));
    const { rows } = await app.db.queryText(`
      with recount as (
        select organization_id, (created_at at time zone 'Europe/Moscow')::date as day, currency, method, status,
          created_by, count(*)::int as count, sum(amount_minor)::bigint as amount_minor
        from payments group by 1, 2, 3, 4, 5, 6
      ), kept as (select * from payment_daily_totals where count > 0 or amount_minor > 0)
      (select * from recount except select * from kept) union all (select * from kept except select * from recount)`);
    expect(rows).toEqual([]);
    expect(await checkLedger(app.db)).toEqual([]);
  });
  await fc.assert(lives, { numRuns: 8, endOnFailure: true });
  const { rows } = await app.db.queryText('select distinct status from payments');
  expect(rows).toHaveLength(5);
});
