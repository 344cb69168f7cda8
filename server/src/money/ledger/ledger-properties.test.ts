import type { Currency } from '@kazna/contract/shared/money';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migratedTemplate, openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { checkLedger } from './check-ledger.ts';
import { postTransfers } from './post-transfer.ts';
import type { Posting, TransferKind } from './posting.ts';
import { BankReturnNotCovered, InsufficientFunds, NotRefundable } from './rules.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'), migratedTemplate);
});
afterAll(() => database.remove());

type Part = 'card' | 'bank' | 'staff' | 'bonus' | 'credit';

/** The table of debits in docs/design/money.md: what is taken in which order, and whether nothing else is. */
const debits: [kind: TransferKind, takes: Part[], isOnly: boolean][] = [
  ['charge', ['card', 'bank', 'staff', 'bonus'], false],
  ['hold', ['card', 'bank', 'staff', 'bonus'], false],
  ['adjustment', ['staff', 'card', 'bank', 'bonus'], false],
  ['refund', ['card'], true],
  ['bank_return', ['bank'], true],
  ['bonus_reversal', ['bonus'], true],
  ['bank_receipt_reversal', ['bank', 'card', 'staff', 'bonus'], false],
];
const credits: [kind: TransferKind, pot: Part][] = [
  ['top_up', 'card'],
  ['refund_reversal', 'card'],
  ['bank_receipt', 'bank'],
  ['bank_return_reversal', 'bank'],
  ['adjustment', 'staff'],
  ['bonus', 'bonus'],
];

interface Step {
  organization: number;
  what: 'credit' | 'debit' | 'undo' | 'repeat';
  which: number;
  amountMinor: number;
  currency: Currency;
}
const step: fc.Arbitrary<Step> = fc.record({
  organization: fc.nat(1),
  what: fc.constantFrom('credit', 'debit', 'debit', 'undo', 'repeat'),
  which: fc.nat(1000),
  amountMinor: fc.integer({ min: 1, max: 300 }),
  currency: fc.constantFrom<Currency>('RUB', 'RUB', 'RUB', 'USD'),
});
const batches = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 8, maxLength: 20 });
const limits = fc.array(fc.constantFrom(0, 300, 2000), { minLength: 2, maxLength: 2 });

/** Every minor unit is a coin that knows how it came; what was lent is a coin that was not there. */
interface Purse {
  coins: Part[];
  owed: number;
  /** How the coins came that paid debts. */
  repaid: Part[];
}
interface Debit {
  posting: Posting;
  taken: Part[];
}

/** What the ledger should be, in memory. */
class Model {
  purses = new Map<string, Purse>();
  posted = new Map<string, Posting>();
  debits = new Map<string, Debit>();
  limits = new Map<string, number>();

  copy(): Model {
    const copy = new Model();
    Object.assign(copy, structuredClone({ ...this }));
    return copy;
  }

  purse(organizationId: string, currency: string): Purse {
    const name = `${organizationId} ${currency}`;
    const purse = this.purses.get(name) ?? { coins: [], owed: 0, repaid: [] };
    this.purses.set(name, purse);
    return purse;
  }

  /** The error that the posting must meet, or nothing. */
  take(posting: Posting): object | undefined {
    const { key, kind, from, to, amountMinor, currency, undoes } = posting;
    if (this.posted.has(key)) return undefined;
    if (typeof from === 'object' && 'organizationId' in from) {
      const purse = this.purse(from.organizationId, currency);
      const [, takes, isOnly] = debits.find(([name]) => name === kind) as (typeof debits)[number];
      const taken: Part[] = [];
      for (const pot of takes)
        for (const coin of purse.coins) if (coin === pot && taken.length < amountMinor) taken.push(coin);
      if (isOnly && taken.length < amountMinor)
        return { refund: NotRefundable, bank_return: BankReturnNotCovered }[kind as string] ?? InsufficientFunds;
      const lent = amountMinor - taken.length;
      if (purse.owed + lent > (this.limits.get(`${from.organizationId} ${currency}`) ?? 0)) return InsufficientFunds;
      for (const coin of taken) purse.coins.splice(purse.coins.indexOf(coin), 1);
      purse.owed += lent;
      this.debits.set(key, { posting, taken: [...taken, ...Array<Part>(lent).fill('credit')] });
    } else if (typeof to === 'object' && 'organizationId' in to) {
      const pot = credits.find(([name]) => name === kind)?.[1];
      const debit = undoes ? (this.debits.get(undoes) as Debit) : null;
      const given = debit ? debit.taken.splice(debit.taken.length - amountMinor) : Array(amountMinor).fill(pot);
      this.give(this.purse(to.organizationId, currency), given);
    }
    this.posted.set(key, posting);
    return undefined;
  }

  give(purse: Purse, given: Part[]): void {
    for (const _ of given.filter((coin) => coin === 'credit')) {
      if (purse.owed > 0) purse.owed -= 1;
      else {
        const back = (['bonus', 'staff', 'bank', 'card'] as const).find((pot) => purse.repaid.includes(pot)) as Part;
        purse.coins.push(...purse.repaid.splice(purse.repaid.indexOf(back), 1));
      }
    }
    for (const pot of ['card', 'bank', 'staff', 'bonus'] as const) {
      for (const coin of given.filter((one) => one === pot)) {
        if (purse.owed === 0) purse.coins.push(coin);
        else {
          purse.owed -= 1;
          purse.repaid.push(coin);
        }
      }
    }
  }
}

function postingOf(step: Step, ids: string[], model: Model, before: Model): Posting[] {
  const { what, which, amountMinor, currency } = step;
  const organizationId = ids[step.organization] as string;
  const earlier = [...model.posted.values()];
  const last = earlier[which % Math.max(earlier.length, 1)];
  if (what === 'repeat') return last ? [last] : [];
  if (what === 'undo') {
    const undoable = [...model.debits.values()].filter(
      ({ posting: { key, kind }, taken }) =>
        ['charge', 'hold'].includes(kind) && taken.length > 0 && before.debits.has(key),
    );
    const debit = undoable[which % Math.max(undoable.length, 1)];
    if (!debit) return [];
    const { key, kind, from, to, currency } = debit.posting;
    const amount = kind === 'hold' ? debit.taken.length : Math.min(amountMinor, debit.taken.length);
    const undoing = kind === 'hold' ? ('hold_release' as const) : ('charge_refund' as const);
    const back = { kind: undoing, from: to, to: from, amountMinor: amount, currency, undoes: key };
    return [{ key: `undo ${key} ${debit.taken.length}`, ...back }];
  }
  const key = uuidv7();
  if (what === 'credit') {
    const [kind] = credits[which % credits.length] as (typeof credits)[number];
    return [{ key, kind, from: 'clearing', to: { organizationId }, amountMinor, currency }];
  }
  const [kind] = debits[which % debits.length] as (typeof debits)[number];
  const to = kind === 'hold' ? { held: organizationId } : ('revenue' as const);
  return [{ key, kind, from: { organizationId }, to, amountMinor, currency }];
}

/** The whole batch, or nothing of it. */
async function apply(tx: Transaction, model: Model, batch: Step[], ids: string[]): Promise<Model> {
  const after = model.copy();
  const postings: Posting[] = [];
  let refusal: object | undefined;
  for (const step of batch) {
    for (const posting of postingOf(step, ids, after, model)) {
      postings.push(posting);
      refusal ??= after.take(posting);
    }
    if (refusal) break;
  }
  if (!refusal) {
    await postTransfers(tx, postings);
    return after;
  }
  await tx.queryText('savepoint before');
  await expect(postTransfers(tx, postings)).rejects.toBeInstanceOf(refusal);
  await tx.queryText('rollback to savepoint before');
  return model;
}

async function compare(tx: Transaction, model: Model): Promise<void> {
  const { rows } = await tx.queryText(
    `select organization_id || ' ' || currency as name, balance_minor::int as balance,
       array[card_minor, bank_minor, staff_minor, bonus_minor]::int[] as pots,
       array[repaid_card_minor, repaid_bank_minor, repaid_staff_minor, repaid_bonus_minor]::int[] as repaid
     from ledger_accounts where kind = 'organization'`,
  );
  const kept = new Map(rows.map(({ name, ...row }) => [name, row]));
  const count = (coins: Part[]) =>
    ['card', 'bank', 'staff', 'bonus'].map((pot) => coins.filter((coin) => coin === pot).length);
  for (const [name, { coins, owed, repaid }] of model.purses) {
    const expected = { balance: coins.length - owed, pots: count(coins), repaid: count(repaid) };
    expect([name, kept.get(name) ?? { balance: 0, pots: [0, 0, 0, 0], repaid: [0, 0, 0, 0] }]).toEqual([
      name,
      expected,
    ]);
  }
  const transfers = await tx.queryText('select key from ledger_transfers order by key');
  expect(transfers.rows.map(({ key }) => key)).toEqual([...model.posted.keys()].sort());
  expect(await checkLedger(tx)).toEqual([]);
}

const undone = new Error('undone');

test('random batches of credits, debits, undone debits and repetitions keep to the rules of pots, with and without a credit limit', async () => {
  const sequences = fc.asyncProperty(batches, limits, async (sequence, creditLimits) => {
    const ids = creditLimits.map(() => uuidv7());
    let model = new Model();
    ids.forEach((id, index) => {
      model.limits.set(`${id} RUB`, creditLimits[index] as number);
    });
    // Undone at the end, so that each sequence begins with an empty ledger.
    const work = database.db.transaction(async (tx) => {
      await tx.queryText("insert into organizations (id, kind, name) select unnest($1::uuid[]), 'company', 'ООО'", [
        ids,
      ]);
      await tx.queryText(
        `insert into ledger_accounts (id, kind, organization_id, currency, credit_limit_minor)
         select gen_random_uuid(), 'organization', id, 'RUB', credit from unnest($1::uuid[], $2::bigint[]) as o (id, credit)`,
        [ids, creditLimits],
      );
      for (const batch of sequence) model = await apply(tx, model, batch, ids);
      await compare(tx, model);
      throw undone;
    });
    await work.catch((error) => {
      if (error !== undone) throw error;
    });
  });
  await fc.assert(sequences, { numRuns: 100 });
}, 90_000);

test('batches of opposite directions over the same organizations at once neither deadlock nor lose a kopeck', async () => {
  const { db } = database;
  const ids = Array.from({ length: 4 }, () => uuidv7());
  await db.queryText("insert into organizations (id, kind, name) select unnest($1::uuid[]), 'company', 'ООО'", [ids]);
  const currency = 'RUB' as const;
  const opening = ids.map((organizationId): Posting => {
    const way = { from: 'clearing' as const, to: { organizationId } };
    return { key: uuidv7(), kind: 'top_up', ...way, amountMinor: 100_000, currency };
  });
  await db.transaction((tx) => postTransfers(tx, opening));
  const shared = Array.from({ length: 6 }, () => uuidv7());
  const batch = (turn: number) =>
    Array.from({ length: 12 }, (_, index): Posting => {
      const order = turn % 2 === 0 ? index : 11 - index;
      const [from, to] = [ids[order % 4] as string, ids[(order + 1 + (turn % 3)) % 4] as string];
      // Keys that several batches have, in different orders, are waited for as well.
      const key = order < 6 ? (shared[order] as string) : uuidv7();
      return {
        key,
        kind: 'charge',
        from: { organizationId: from },
        to: { organizationId: to },
        amountMinor: 7,
        currency,
      };
    });
  await Promise.all(Array.from({ length: 16 }, (_, turn) => db.transaction((tx) => postTransfers(tx, batch(turn)))));
  const { rows } = await db.queryText(
    `select sum(balance_minor)::int as sum, (select count(*) from ledger_transfers where kind = 'charge')::int as charges
     from ledger_accounts where organization_id = any($1)`,
    [ids],
  );
  expect(rows).toEqual([{ sum: 400_000, charges: 6 + 16 * 6 }]);
  expect(await checkLedger(db)).toEqual([]);
});
