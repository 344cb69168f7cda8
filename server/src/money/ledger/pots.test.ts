import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migratedTemplate, openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { checkLedger } from './check-ledger.ts';
import { postTransfer } from './post-transfer.ts';
import type { Posting, TransferKind } from './posting.ts';
import { readPots, readRefundable } from './reads.ts';
import { BankReturnNotCovered, NotRefundable } from './rules.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'), migratedTemplate);
});
afterAll(() => database.remove());

async function newBalance(creditLimitMinor = 0) {
  const { db } = database;
  const organizationId = uuidv7();
  await db.queryText("insert into organizations (id, kind, name) values ($1, 'company', 'ООО')", [organizationId]);
  await db.queryText(
    `insert into ledger_accounts (id, kind, organization_id, currency, credit_limit_minor)
     values (gen_random_uuid(), 'organization', $1, 'RUB', $2)`,
    [organizationId, creditLimitMinor],
  );
  const post = (kind: TransferKind, amountMinor: number, more: Partial<Posting> = {}) => {
    const theirs = { organizationId };
    const sides =
      amountMinor > 0 ? { from: 'clearing' as const, to: theirs } : { from: theirs, to: 'revenue' as const };
    const posting = { key: uuidv7(), kind, ...sides, amountMinor: Math.abs(amountMinor), currency: 'RUB' as const };
    return db.transaction((tx) => postTransfer(tx, { ...posting, ...more }));
  };
  return {
    post,
    undo: (kind: TransferKind, amountMinor: number, { key: undoes }: { key: string }) =>
      post(kind, amountMinor, { undoes }),
    refundable: () => readRefundable(db, organizationId, 'RUB'),
    pots: async () => {
      const [pots] = await readPots(db, organizationId);
      return pots && [pots.cardMinor, pots.bankMinor, pots.staffMinor, pots.bonusMinor, pots.balanceMinor];
    },
  };
}

test('money paid by card and not spent can be refunded, whatever other money was spent before', async () => {
  const { post, refundable } = await newBalance();
  await post('bank_receipt', 120_000);
  await post('charge', -120_000);
  await post('top_up', 5_000);
  expect(await refundable()).toBe(5_000);
  await post('refund', -5_000);
  const other = await newBalance();
  await other.post('top_up', 1_000);
  await other.post('bonus', 500);
  await other.post('charge', -1_500);
  await other.post('top_up', 1_000);
  expect(await other.refundable()).toBe(1_000);
});

test('two corrections that cancel each other leave what can be refunded as it was', async () => {
  const { post, refundable, pots } = await newBalance();
  await post('top_up', 100_000);
  await post('adjustment', 30_000);
  await post('adjustment', -30_000);
  expect(await refundable()).toBe(100_000);
  await post('adjustment', -10);
  expect(await pots()).toEqual([99_990, 0, 0, 0, 99_990]);
});

test('a correction that undoes one below zero gives back the pots that it took', async () => {
  const { post, undo, pots } = await newBalance();
  await post('top_up', 100);
  await post('bank_receipt', 50);
  await post('adjustment', 20);
  const correction = await post('adjustment', -130);
  expect(await pots()).toEqual([0, 40, 0, 0, 40]);
  await undo('adjustment', 130, correction);
  expect(await pots()).toEqual([100, 50, 20, 0, 170]);
  await expect(undo('adjustment', 130, correction)).rejects.toThrow();
});

test('a charge that is refunded in parts ends as if it had been smaller', async () => {
  const { post, undo, pots } = await newBalance();
  await post('top_up', 60);
  await post('bonus', 40);
  const charge = await post('charge', -100);
  await undo('charge_refund', 50, charge);
  expect(await pots()).toEqual([10, 0, 0, 40, 50]);
  await undo('charge_refund', 50, charge);
  expect(await pots()).toEqual([60, 0, 0, 40, 100]);
  await expect(undo('charge_refund', 1, charge)).rejects.toThrow('more is given back than was taken');
});

test('money that paid a debt comes back to its own pot when the charge on credit is refunded', async () => {
  const { post, undo, pots } = await newBalance(1_000);
  const charge = await post('charge', -300);
  await post('bonus', 100);
  await post('top_up', 250);
  expect(await pots()).toEqual([50, 0, 0, 0, 50]);
  await undo('charge_refund', 300, charge);
  expect(await pots()).toEqual([250, 0, 0, 100, 350]);
});

test('only money that came by bank is returned by bank, and only money paid by card to cards', async () => {
  const { post, pots } = await newBalance();
  await post('bank_receipt', 70);
  await post('top_up', 30);
  await post('adjustment', 40);
  await expect(post('bank_return', -71)).rejects.toMatchObject({ returnableMinor: 70 });
  await expect(post('bank_return', -71)).rejects.toBeInstanceOf(BankReturnNotCovered);
  await expect(post('refund', -31)).rejects.toBeInstanceOf(NotRefundable);
  await post('bank_return', -70);
  await post('refund', -30);
  await post('bank_return_reversal', 70);
  expect(await pots()).toEqual([0, 70, 40, 0, 110]);
});

test('a refund of a charge must name the charge', async () => {
  const { post } = await newBalance();
  await expect(post('charge_refund', 10)).rejects.toThrow('names the debit that it undoes');
});

test('an entry whose pots do not follow from the entries before it is a fault that the full check finds', async () => {
  const { post } = await newBalance();
  await post('top_up', 100);
  await post('bonus', 50);
  await post('charge', -120);
  const { db } = database;
  const faults: string[] = [];
  const work = db.transaction(async (tx) => {
    await tx.queryText('set local session_replication_role = replica');
    // The sums agree, but a bonus was spent before money paid by card.
    await tx.queryText(
      "update ledger_entries set card_minor = -70, bonus_minor = -50 where kind = 'charge' and amount_minor = -120",
    );
    await tx.queryText(
      'update ledger_accounts set card_minor = 30, bonus_minor = 0 where balance_minor = 30 and bonus_minor = 30',
    );
    faults.push(...(await checkLedger(tx)));
    throw new Error('undone');
  });
  await expect(work).rejects.toThrow('undone');
  expect(faults.join()).toContain(
    'moves pots {-70,NULL,NULL,-50,NULL,NULL,NULL,NULL}, by the rules {-100,0,0,-20,0,0,0,0}',
  );
  expect(await checkLedger(db)).toEqual([]);
});
