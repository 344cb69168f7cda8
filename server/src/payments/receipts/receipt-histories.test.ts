import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { createFakeProvider } from '../../../tests/support/fake-provider.ts';
import { untilDoneOrBlocked } from '../../../tests/support/organizations.ts';
import { newPayer, type Payer } from '../../../tests/support/payments.ts';
import { setClock } from '../../../tests/support/services.ts';
import { createCharge } from '../../money/charges/create-charge.ts';
import { captureHold, createHold, releaseHold } from '../../money/charges/holds/holds.ts';
import { refundCharge } from '../../money/charges/refund-charge.ts';
import { setCreditLimit } from '../../money/ledger/balance-settings-store.ts';
import { checkLedger } from '../../money/ledger/check-ledger.ts';
import { postTransfer } from '../../money/ledger/post-transfer.ts';
import type { Posting } from '../../money/ledger/posting.ts';
import { InsufficientFunds } from '../../money/ledger/rules.ts';
import type { Database } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { applyProviderPayment } from '../apply-provider-payment.ts';
import { providersOf } from '../providers/provider.ts';
import { refundPayment } from '../refunds/refund-payment.ts';
import { settleRefund } from '../refunds/settle-refund.ts';
import { insertPayment } from '../store.ts';
import { settleMonth } from './settle-month.ts';

const app = appForThisFile({ isIdle: true });
let payer: Payer;
beforeAll(async () => {
  payer = await newPayer(app);
});

const amountMinor = fc.integer({ min: 1, max: 3000 });
const which = fc.nat();
const isOk = fc.boolean();
const kinds = ['charge', 'credit', 'correct', 'bonus', 'bank', 'hold'] as const;
const operation = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('top up' as const), amountMinor, isOk }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom(...kinds), amountMinor, isOk }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('refund charge' as const), which, amountMinor, isOk }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('refund' as const), which, amountMinor, isOk }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('settle refund' as const), which, amountMinor, isOk }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('end hold' as const), which, amountMinor, isOk }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('month' as const), amountMinor, isOk }) },
);
type Operation = (typeof operation extends fc.Arbitrary<infer T> ? T : never) & { which?: number };

const idleQueue = { enqueue: async () => {} } as unknown as Queue;
const referralRules = { percent: 0, capMinor: 0, delayDays: 0 };
const readVatCode = async () => 11;
const call = () => ({ actorId: uuidv7(), key: randomUUID() });
let now = Date.UTC(2027, 0, 10, 9);

/** One organization whose money comes and goes in every way. */
class History {
  readonly organizationId = uuidv7();
  readonly payments: string[] = [];
  readonly charges: string[] = [];
  readonly refunds: string[] = [];
  readonly holds: string[] = [];

  async open(): Promise<void> {
    const name = 'insert into organizations (id, kind, name) values ($1, $2, $3)';
    await app.db.queryText(name, [this.organizationId, 'person', 'Иван']);
  }

  /** Without receipts: the payment is from before they were switched on. */
  async topUp(amount: number, provider: string, hasReceipts = true): Promise<void> {
    const { organizationId } = this;
    const paymentId = uuidv7();
    const terms = { amountMinor: amount, currency: 'RUB', method: 'card', description: null } as const;
    await app.db.transaction((tx) =>
      insertPayment(tx, {
        ...{ id: paymentId, organizationId, createdBy: payer.id, provider, lifetimeSeconds: 3600 },
        ...terms,
      }),
    );
    const report = { providerId: `of ${paymentId}`, paymentId, status: 'succeeded', reason: null } as const;
    const paid = { ...report, ...terms, confirmationUrl: null, card: null, savedMethod: null };
    const context = { db: app.db, queue: idleQueue, referralRules, hasReceipts };
    await applyProviderPayment(context, paymentId, paid, 'notification');
    this.payments.push(paymentId);
  }

  async apply({ do: what, amountMinor: amount, isOk: yes, which: index = 0 }: Operation): Promise<void> {
    const { db } = app;
    const { organizationId } = this;
    const pick = (list: string[]) => list[index % Math.max(list.length, 1)];
    const money = { organizationId, amountMinor: amount, currency: 'RUB', description: 'Услуга' } as const;
    const own = { organizationId };
    if (what === 'top up') return this.topUp(amount, yes ? 'yookassa' : 'tbank');
    if (what === 'charge') {
      const charge = await createCharge(db, call(), money);
      this.charges.push(charge.id);
    } else if (what === 'credit') {
      await db.transaction((tx) => setCreditLimit(tx, { organizationId, currency: 'RUB' }, amount));
    } else if (what === 'correct') {
      const system = 'corrections' as const;
      const sides = yes ? { from: system, to: own } : { from: own, to: system };
      await post({ kind: 'adjustment', ...sides, amountMinor: amount });
    } else if (what === 'bonus') {
      await post({ kind: 'bonus', from: 'bonuses', to: own, amountMinor: amount });
    } else if (what === 'bank') {
      await post({ kind: 'bank_receipt', from: 'bank', to: own, amountMinor: amount });
    } else if (what === 'hold') {
      this.holds.push((await db.transaction((tx) => createHold(tx, call(), money))).id);
    } else if (what === 'end hold') {
      const hold = pick(this.holds);
      if (!hold) return;
      await db.transaction((tx) => (yes ? captureHold(tx, call(), hold, {}) : releaseHold(tx, call(), hold)));
    } else if (what === 'refund charge') {
      const charge = pick(this.charges);
      const form = { reason: 'Сбой', ...(yes && { amountMinor: amount }) };
      if (charge) await db.transaction((tx) => refundCharge(tx, call(), charge, form));
    } else if (what === 'refund') {
      const paymentId = pick(this.payments);
      const request = { organizationId, userId: payer.id, amountMinor: amount, reason: 'Передумали' };
      if (!paymentId) return;
      const work = (tx: Parameters<typeof refundPayment>[0]) =>
        refundPayment(tx, idleQueue, { ...request, paymentId, source: 'user' });
      this.refunds.push((await db.transaction(work)).id);
    } else if (what === 'settle refund') {
      const refund = pick(this.refunds);
      const answer = async () =>
        ({ providerId: `of ${refund}`, status: yes ? 'succeeded' : 'canceled', reason: null }) as const;
      const saying = (name: string) => ({
        ...{ ...createFakeProvider(name).provider, createRefund: answer, getRefund: answer },
      });
      const providers = providersOf(saying('yookassa'), saying('tbank'));
      const context = { db, providers, receiptEmail: 'shop@example.ru' };
      if (refund) await settleRefund(context, refund, 'poll');
    }
  }

  /** Money of the receipts' kind that is left by what receipts say. */
  async leftByReceipts(): Promise<number> {
    const { rows } = await app.db.queryText(
      `select coalesce(sum(case kind when 'advance' then amount_minor when 'settlement' then -amount_minor
         when 'settlement_return' then amount_minor else settled_minor - amount_minor end), 0)::int as left
       from receipts where organization_id = $1 and status <> 'canceled'`,
      [this.organizationId],
    );
    return rows[0]?.left as number;
  }

  /** By the whole history of the ledger: what lies in the pot, and what is set aside of it. */
  async leftByLedger(): Promise<number> {
    const { rows } = await app.db.queryText(
      `select (coalesce((select sum(card_minor) from ledger_accounts where organization_id = $1 and kind = 'organization'), 0)
         - coalesce(sum(coalesce(card_minor, 0) + coalesce(repaid_card_minor, 0))
             filter (where kind in ('hold', 'hold_release')), 0))::int as left
       from ledger_entries where organization_id = $1`,
      [this.organizationId],
    );
    return rows[0]?.left as number;
  }
}

function post(posting: Pick<Posting, 'kind' | 'from' | 'to' | 'amountMinor'>): Promise<unknown> {
  return app.db.transaction((tx) => postTransfer(tx, { key: randomUUID(), currency: 'RUB', ...posting }));
}

async function ignoringRefusals(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Problem || error instanceof InsufficientFunds)) throw error;
  }
}

/** Every other transaction is rolled back at its end, as if the process died before the commit. */
function dying(db: Database): Database {
  let count = 0;
  const transaction: Database['transaction'] = (work) =>
    db.transaction(async (tx) => {
      const result = await work(tx);
      count += 1;
      if (count % 2 === 1) throw new Error('killed');
      return result;
    });
  return new Proxy(db, { get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name)) });
}

async function toNextMonth(): Promise<void> {
  const date = new Date(now);
  now = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 2, 9);
  await setClock(app.db, new Date(now).toISOString());
}

/** Turns the month, and settles it by workers of which one dies, two run at once and one comes again. */
async function turnMonth(): Promise<void> {
  await toNextMonth();
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  await settleMonth({ db: dying(app.db), readVatCode, onError });
  await Promise.all([1, 2].map(() => settleMonth({ db: app.db, readVatCode, onError })));
  await settleMonth({ db: app.db, readVatCode, onError });
  expect(errors.filter((error) => (error as Error).message !== 'killed')).toEqual([]);
}

async function compare(history: History, isLegacy: boolean): Promise<void> {
  const { rows } = await app.db.queryText(
    `select p.id from receipt_payments k join payments p on p.id = k.payment_id
     where k.organization_id = $1 and k.settled_minor > p.amount_minor - p.refunded_minor`,
    [history.organizationId],
  );
  expect(rows, 'payments that more is settled of than was kept').toEqual([]);
  if (!isLegacy) expect(await history.leftByReceipts()).toBe(await history.leftByLedger());
}

const onError = (error: unknown) => {
  throw error;
};

/** Two payments, of which the first is settled in part, a charge of the month that has ended, and nothing settled of it. */
async function endedMonth(): Promise<History> {
  await setClock(app.db, new Date(now).toISOString());
  const history = new History();
  await history.open();
  for (const provider of ['yookassa', 'tbank']) await history.topUp(3000, provider);
  await history.apply({ do: 'charge', amountMinor: 1000, isOk: true });
  await turnMonth();
  await history.apply({ do: 'charge', amountMinor: 500, isOk: true });
  await toNextMonth();
  return history;
}

/** Both have read what is settled before either writes it. */
async function atOnce({ organizationId }: History, first: () => Promise<void>, second: () => Promise<void>) {
  const both = await app.db.transaction(async (tx) => {
    await tx.queryText('select from receipt_payments where organization_id = $1 for update', [organizationId]);
    const one = first();
    await untilDoneOrBlocked(app, one);
    const other = second();
    await untilDoneOrBlocked(app, other, 2);
    return [one, other];
  });
  await Promise.all(both);
}

const settle = () => settleMonth({ db: app.db, readVatCode, onError });

test('two workers that settle one month at the same moment settle it once', async () => {
  const history = await endedMonth();
  await atOnce(history, settle, settle);
  const { rows } = await app.db.queryText(
    `select (select sum(settled_minor)::int from receipt_payments where organization_id = $1) as settled,
       (select array_agg(amount_minor::int order by id) from receipts
         where organization_id = $1 and kind = 'settlement') as receipts`,
    [history.organizationId],
  );
  expect(rows).toEqual([{ settled: 1500, receipts: [1000, 500] }]);
  await compare(history, false);
});

test('a refund while its payment is being settled returns what was settled as paid in full', async () => {
  const history = await endedMonth();
  await atOnce(history, settle, () => history.apply({ do: 'refund', which: 0, amountMinor: 3000, isOk: true }));
  const { rows } = await app.db.queryText(
    "select settled_minor::int as settled from receipts where organization_id = $1 and kind = 'refund'",
    [history.organizationId],
  );
  expect(rows).toEqual([{ settled: 1500 }]);
  // The other payment has paid for the services.
  await turnMonth();
  await compare(history, false);
});

test('receipts of random histories leave the money that the ledger has, month after month, whatever is killed', async () => {
  let months = 0;
  await setClock(app.db, new Date(now).toISOString());
  const histories = fc.asyncProperty(
    fc.array(operation, { minLength: 15, maxLength: 50 }),
    fc.boolean(),
    async (operations, isLegacy) => {
      const history = new History();
      await history.open();
      if (isLegacy) await history.topUp(2000, 'yookassa', false);
      await history.topUp(3000, 'yookassa');
      for (const one of [...operations, { do: 'month' as const, amountMinor: 1, isOk: true }]) {
        if (one.do !== 'month') {
          await ignoringRefusals(history.apply(one));
          continue;
        }
        await turnMonth();
        await compare(history, isLegacy);
        months += 1;
      }
    },
  );
  const { RECEIPT_HISTORIES: numRuns = 30, RECEIPT_SEED: seed = 1 } = process.env;
  await fc.assert(histories, { numRuns: Number(numRuns), seed: Number(seed) });
  expect(months).toBeGreaterThan(40);
  expect(await checkLedger(app.db)).toEqual([]);
  const { rows } = await app.db.queryText('select kind, count(*)::int from receipts group by kind order by kind');
  expect(rows.map(({ kind }) => kind)).toEqual(['advance', 'refund', 'settlement', 'settlement_return']);
}, 180_000);
