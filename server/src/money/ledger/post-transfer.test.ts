import type { Currency } from '@kazna/contract/shared/money';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { TestApp } from '../../../tests/support/app.ts';
import { closeWithMoney } from '../../../tests/support/close-with-money.ts';
import { migratedTemplate, openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { untilDoneOrBlocked } from '../../../tests/support/organizations.ts';
import type { Database } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { checkLedger } from './check-ledger.ts';
import { ClosedOrganization, postTransfer } from './post-transfer.ts';
import type { LedgerAccount, Posting } from './posting.ts';
import { readBalances, readTotalBalances } from './reads.ts';
import { InsufficientFunds, NotRefundable } from './rules.ts';
import { lockAccounts } from './transfers-store.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'), migratedTemplate);
  db = database.db;
});
afterAll(() => database.remove());

async function newOrganization(): Promise<{ organizationId: string }> {
  const organizationId = uuidv7();
  await db.queryText("insert into organizations (id, kind, name) values ($1, 'company', 'ООО')", [organizationId]);
  return { organizationId };
}

const post = (from: LedgerAccount, to: LedgerAccount, amountMinor: number, more: Partial<Posting> = {}) =>
  db.transaction((tx) =>
    postTransfer(tx, { key: uuidv7(), kind: 'charge', from, to, amountMinor, currency: 'RUB', ...more }),
  );
const balanceOf = async ({ organizationId }: { organizationId: string }) =>
  (await readBalances(db, organizationId)).find(({ currency }) => currency === 'RUB')?.amountMinor ?? 0;
async function fundedOrganization(amountMinor: number) {
  const organization = await newOrganization();
  await post('clearing', organization, amountMinor, { kind: 'top_up' });
  return organization;
}
const countTransfers = async () => (await db.queryText('select count(*)::int as n from ledger_transfers')).rows[0]?.n;

describe('one transfer', () => {
  test('what one account loses the other gains', async () => {
    const [from, to] = [await fundedOrganization(1000), await newOrganization()];
    expect(await post(from, to, 300)).toMatchObject({ amountMinor: 300, kind: 'charge' });
    expect([await balanceOf(from), await balanceOf(to)]).toEqual([700, 300]);
    expect(await checkLedger(db)).toEqual([]);
  });

  test('more than the organization has is refused and leaves no trace', async () => {
    const [from, to] = [await fundedOrganization(1000), await newOrganization()];
    const before = await countTransfers();
    await expect(post(from, to, 1001)).rejects.toBeInstanceOf(InsufficientFunds);
    expect([await balanceOf(from), await balanceOf(to)]).toEqual([1000, 0]);
    expect(await countTransfers()).toBe(before);
  });

  test('nothing is credited to a closed organization, by whatever kind of transfer, and what it had can be taken', async () => {
    const closed = await fundedOrganization(1000);
    await closeWithMoney(db, closed.organizationId);
    for (const kind of ['top_up', 'refund_reversal', 'adjustment', 'bonus', 'charge'] as const)
      await expect(post('clearing', closed, 1, { kind })).rejects.toBeInstanceOf(ClosedOrganization);
    await post(closed, 'corrections', 1000, { kind: 'adjustment' });
    expect(await balanceOf(closed)).toBe(0);
  });

  test('a refund takes no more than was paid and is not spent, though bonuses and corrections leave more', async () => {
    const organization = await fundedOrganization(1000);
    await post('bonuses', organization, 200, { kind: 'bonus' });
    await post('corrections', organization, 300, { kind: 'adjustment' });
    await post(organization, 'revenue', 400);
    const refund = (amountMinor: number) => post(organization, 'clearing', amountMinor, { kind: 'refund' });
    await expect(refund(601)).rejects.toEqual(new NotRefundable(600));
    await refund(600);
    await expect(refund(1)).rejects.toBeInstanceOf(NotRefundable);
    await post('clearing', organization, 600, { kind: 'refund_reversal' });
    await refund(600);
    expect(await balanceOf(organization)).toBe(500);
    expect(await checkLedger(db)).toEqual([]);
  });

  test('pots that are not what the entries make are a fault of the books', async () => {
    const { organizationId } = await fundedOrganization(1000);
    const move = (by: number) =>
      db.queryText(
        'update ledger_accounts set card_minor = card_minor - $2, bonus_minor = bonus_minor + $2 where organization_id = $1',
        [organizationId, by],
      );
    await move(1);
    expect((await checkLedger(db)).join()).toContain(
      'has pots {999,0,0,1,0,0,0,0}, its entries make {1000,0,0,0,0,0,0,0}',
    );
    await move(-1);
  });

  test('the database refuses pots that do not make up the balance', async () => {
    const { organizationId } = await fundedOrganization(1000);
    for (const change of ['card_minor = 1001', 'card_minor = -5, bonus_minor = 1005', 'balance_minor = 999'])
      await expect(
        db.queryText(`update ledger_accounts set ${change} where organization_id = $1`, [organizationId]),
      ).rejects.toThrow('ledger_accounts_pots_check');
  });

  test('the database itself refuses an overdraft that went round the program', async () => {
    const { organizationId } = await fundedOrganization(1000);
    const overdraw = 'update ledger_accounts set balance_minor = -1, card_minor = 0 where organization_id = $1';
    await expect(db.queryText(overdraw, [organizationId])).rejects.toThrow('ledger_accounts_no_overdraft');
  });

  test('a repeated key changes nothing and answers the first transfer, whatever else it asks for', async () => {
    const [from, to] = [await fundedOrganization(1000), await newOrganization()];
    const key = uuidv7();
    const first = await post(from, to, 300, { key });
    expect(first.isNew).toBe(true);
    expect(await post(from, to, 300, { key })).toEqual({ ...first, isNew: false });
    expect(await post(to, from, 5000, { key })).toEqual({ ...first, isNew: false, isSame: false });
    expect([await balanceOf(from), await balanceOf(to)]).toEqual([700, 300]);
    expect(await checkLedger(db)).toEqual([]);
  });

  test('a repeated key is no event of the balance', async () => {
    const from = await fundedOrganization(1000);
    const key = uuidv7();
    const text = "select count(*)::int as n from events where type = 'balance.changed' and organization_id = $1";
    const countEvents = async () => (await db.queryText(text, [from.organizationId])).rows[0]?.n;
    await post(from, 'revenue', 300, { key });
    expect(await countEvents()).toBe(2);
    await post(from, 'revenue', 300, { key });
    expect(await countEvents()).toBe(2);
  });

  test.each([0, -5])('an amount of %i is refused', async (amountMinor) => {
    await expect(post('clearing', await newOrganization(), amountMinor)).rejects.toThrow('amount_minor_check');
  });

  test('an account cannot pay itself', async () => {
    await expect(post('clearing', 'clearing', 1)).rejects.toThrow('ledger_transfers_check');
  });

  test('currencies are apart: roubles do not pay for dollars', async () => {
    const organization = await fundedOrganization(1000);
    await expect(post(organization, 'revenue', 1, { currency: 'USD' })).rejects.toBeInstanceOf(InsufficientFunds);
  });
});

test('what all organizations have together is a sum for each currency that they have any of', async () => {
  const [one, other] = [await fundedOrganization(1000), await fundedOrganization(50)];
  const sumIn = async (currency: Currency) =>
    (await readTotalBalances(db)).find((each) => each.currency === currency)?.amountMinor;
  const before = (await sumIn('RUB')) as number;
  await post(one, other, 300);
  expect(await sumIn('RUB')).toBe(before);
  await post(other, 'revenue', 350);
  expect(await sumIn('RUB')).toBe(before - 350);
  await post('clearing', one, 700, { kind: 'top_up', currency: 'KZT' });
  expect(await sumIn('KZT')).toBe(700);
  await post(one, 'revenue', 700, { currency: 'KZT' });
  expect(await sumIn('KZT')).toBeUndefined();
});

test.each([
  'update ledger_transfers set amount_minor = amount_minor + 1',
  'delete from ledger_transfers',
  'truncate ledger_transfers cascade',
])('the database refuses to %s', async (statement) => {
  await fundedOrganization(1000);
  const before = await countTransfers();
  await expect(db.queryText(statement)).rejects.toThrow('ledger_transfers only appends');
  expect(await countTransfers()).toBe(before);
});

describe('at once', () => {
  test('50 transfers among 5 accounts in all directions neither wait for each other for ever nor lose a kopeck', async () => {
    const accounts = await Promise.all(Array.from({ length: 5 }, () => fundedOrganization(100_000)));
    const balances = accounts.map(() => 100_000);
    const work = Array.from({ length: 50 }, (_, index) => {
      const from = index % 5;
      const to = (from + 1 + ((index * 7) % 4)) % 5;
      const amount = 1 + ((index * 37) % 900);
      balances[from] = (balances[from] as number) - amount;
      balances[to] = (balances[to] as number) + amount;
      return post(accounts[from] as LedgerAccount, accounts[to] as LedgerAccount, amount);
    });
    await Promise.all(work);
    expect(await Promise.all(accounts.map(balanceOf))).toEqual(balances);
    expect(await checkLedger(db)).toEqual([]);
  });

  test('opposite transfers between accounts that are not open yet do not deadlock', async () => {
    const pairs = await Promise.all(
      Array.from({ length: 8 }, () => Promise.all([newOrganization(), newOrganization()])),
    );
    const outcomes = await Promise.allSettled(pairs.flatMap(([one, two]) => [post(one, two, 1), post(two, one, 1)]));
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(InsufficientFunds) });
    }
  });

  test('a transaction of two transfers, a top-up and its bonus, does not deadlock with a refund of the referrer', async () => {
    const [payer, referrer] = [await newOrganization(), await newOrganization()];
    const currency = 'BYN' as const;
    // Opened before the clearing account, so that its id comes first.
    await post('corrections', referrer, 100, { currency });
    await post('clearing', payer, 1, { currency });
    let refunding: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      const posting = { kind: 'top_up' as const, amountMinor: 10, currency };
      await postTransfer(tx, { ...posting, key: uuidv7(), from: 'clearing', to: payer });
      refunding = post(referrer, 'clearing', 50, { currency });
      await untilDoneOrBlocked({ db } as TestApp, refunding);
      await postTransfer(tx, { ...posting, key: uuidv7(), from: 'bonuses', to: referrer });
    });
    await refunding;
    expect(await readBalances(db, referrer.organizationId)).toEqual([{ currency, amountMinor: 60, heldMinor: 0 }]);
  });

  test('a transaction of two transfers, a top-up and its bonus, does not deadlock with the first top-up of the referrer', async () => {
    const [payer, referrer] = [await newOrganization(), await newOrganization()];
    let toppingUp: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      const posting = { amountMinor: 10, currency: 'RUB' as const };
      await postTransfer(tx, { ...posting, kind: 'top_up', key: uuidv7(), from: 'clearing', to: payer });
      toppingUp = post('clearing', referrer, 50, { kind: 'top_up' });
      await untilDoneOrBlocked({ db } as TestApp, toppingUp);
      await postTransfer(tx, { ...posting, kind: 'bonus', key: uuidv7(), from: 'bonuses', to: referrer });
    });
    await toppingUp;
    expect(await balanceOf(referrer)).toBe(60);
  });

  test('20 copies of one posting make one transfer', async () => {
    const organization = await newOrganization();
    const key = uuidv7();
    const copies = await Promise.all(Array.from({ length: 20 }, () => post('clearing', organization, 500, { key })));
    expect(new Set(copies.map(({ id }) => id)).size).toBe(1);
    expect(await balanceOf(organization)).toBe(500);
  });

  test('30 charges that together exceed the balance: exactly as many as it holds go through', async () => {
    const organization = await fundedOrganization(1000);
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => post(organization, 'revenue', 90)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(11);
    expect(await balanceOf(organization)).toBe(10);
    expect(await checkLedger(db)).toEqual([]);
  });
});

describe('the proof', () => {
  const planted = async (statement: string, values: unknown[]) => {
    let faults: string[] = [];
    const undone = new Error('undone');
    const work = db.transaction(async (tx) => {
      await tx.queryText('set local session_replication_role = replica');
      await tx.queryText(statement, values);
      faults = await checkLedger(tx);
      throw undone;
    });
    await expect(work).rejects.toBe(undone);
    return faults.join('\n');
  };

  test('the check finds a balance that is not the sum of its transfers, and the currency it unbalances', async () => {
    const { organizationId } = await fundedOrganization(1000);
    const steal =
      "update ledger_accounts set balance_minor = 999, card_minor = 999 where organization_id = $1 and currency = 'RUB'";
    const faults = await planted(steal, [organizationId]);
    expect(faults).toContain('holds 999, its transfers make 1000');
    expect(faults).toContain('currency RUB adds up to -1');
    expect(await checkLedger(db)).toEqual([]);
  });

  test('the check finds a transfer that moved no balance', async () => {
    const { organizationId } = await fundedOrganization(1000);
    const faults = await planted(
      `insert into ledger_transfers (id, key, kind, debit_account_id, credit_account_id, amount_minor, source_kind)
       select $1, 'planted', 'bonus', c.id, o.id, 5, 'payment'
       from ledger_accounts c, ledger_accounts o
       where c.kind = 'clearing' and c.currency = 'RUB' and o.organization_id = $2`,
      [uuidv7(), organizationId],
    );
    expect(faults).toContain('holds 1000, its transfers make 1005');
  });

  test('the check finds an entry that leaves another balance than the entries before it make', async () => {
    const { organizationId } = await fundedOrganization(1000);
    const faults = await planted(
      `insert into ledger_entries (transfer_id, organization_id, account_id, currency, kind, amount_minor,
         balance_after_minor, created_at)
       select t.id, $1, a.id, 'RUB', 'bonus', 5, 1006, now() from ledger_accounts a, ledger_transfers t
       where a.organization_id = $1 and t.credit_account_id <> a.id and t.debit_account_id <> a.id limit 1`,
      [organizationId],
    );
    expect(faults).toContain('leaves 1006, the entries up to it make 1005');
    expect(faults).toMatch(/transfer \S+ moved 0 in account \S+, its entry says 5/);
  });

  test('the check finds daily totals that are not those of the transfers', async () => {
    const { organizationId } = await fundedOrganization(1000);
    const spoil = `update ledger_daily_totals set credited_minor = 1 where account_id =
      (select id from ledger_accounts where organization_id = $1)`;
    const faults = await planted(spoil, [organizationId]);
    expect(faults).toMatch(/daily totals of account \S+ on \S+ make \+1 -0, its transfers \+1000 -0/);
  });
});

test('accounts are found by their index, however many there are', async () => {
  const { organizationId } = await fundedOrganization(1000);
  const plans = await db.transaction(async (tx) => {
    await tx.queryText('set local enable_seqscan = off');
    const explained: string[] = [];
    const query: typeof tx.query = async (statement) => {
      const { rows } = await tx.queryText(`explain ${statement.text}`, statement.values);
      explained.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      return tx.query(statement);
    };
    await lockAccounts({ ...tx, query }, [{ organizationId, kind: 'organization', currency: 'RUB' }], []);
    return explained;
  });
  expect(plans).toEqual([expect.stringContaining('ledger_accounts_organization_key')]);
});
