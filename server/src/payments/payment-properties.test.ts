import type { PaymentStatus } from '@kazna/contract/cabinet/payments';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import { createFakeProvider } from '../../tests/support/fake-provider.ts';
import { newPayer, type Payer } from '../../tests/support/payments.ts';
import { checkLedger } from '../money/ledger/check-ledger.ts';
import { postTransfer } from '../money/ledger/post-transfer.ts';
import { readBalances } from '../money/ledger/reads.ts';
import { InsufficientFunds } from '../money/ledger/rules.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import { applyProviderPayment } from './apply-provider-payment.ts';
import { cancelPayment } from './decide-payment.ts';
import { type PaymentProvider, type ProviderRefund, providersOf } from './providers/provider.ts';
import { refundPayment } from './refunds/refund-payment.ts';
import { settleRefund } from './refunds/settle-refund.ts';
import { findPayment, insertPayment } from './store.ts';

const app = appForThisFile();
let payer: Payer;
beforeAll(async () => {
  payer = await newPayer(app);
});

const which = fc.nat(2);
const amountMinor = fc.integer({ min: 1, max: 1500 });
const outcome = fc.constantFrom('pending' as const, 'succeeded' as const, 'canceled' as const);
const operation = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('say' as const), which, status: outcome, isOff: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('run out' as const), which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('refund' as const), which, amountMinor }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('return' as const), which: fc.nat(), status: outcome }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('charge' as const), amountMinor }) },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

interface ModelPayment {
  id: string;
  status: PaymentStatus;
  isOverdue: boolean;
  refundedMinor: number;
}
interface ModelRefund {
  id: string;
  payment: ModelPayment;
  amountMinor: number;
  status: 'pending' | 'succeeded' | 'canceled';
}

const price = 1000;
/** The history itself says when a refund is settled. */
const idleQueue = { enqueue: async () => {} } as unknown as Queue;

/** What should come of everything, in memory. Each method answers the refusal that is due, or null. */
class Model {
  balance = 0;
  readonly refunds: ModelRefund[] = [];
  readonly payments: ModelPayment[];
  constructor(ids: string[]) {
    this.payments = ids.map((id) => ({ id, status: 'pending', isOverdue: false, refundedMinor: 0 }));
  }
  say(payment: ModelPayment, status: ModelRefund['status'], isOff: boolean): void {
    if (payment.status === 'succeeded' || payment.status === 'review') return;
    if (status === 'succeeded') {
      payment.status = isOff ? 'review' : 'succeeded';
      if (!isOff) this.balance += price;
    } else if (payment.status === 'pending' && (status === 'canceled' || payment.isOverdue)) {
      payment.status = status === 'canceled' ? 'canceled' : 'expired';
    }
  }
  refusalOfRefund(payment: ModelPayment, amountMinor: number): string | null {
    if (payment.status !== 'succeeded') return 'payment_not_refundable';
    if (amountMinor > price - payment.refundedMinor) return 'refund_too_large';
    return amountMinor > this.balance ? 'refund_not_covered' : null;
  }
  refund(id: string, payment: ModelPayment, amountMinor: number): void {
    this.balance -= amountMinor;
    payment.refundedMinor += amountMinor;
    this.refunds.push({ id, payment, amountMinor, status: 'pending' });
  }
  settle(refund: ModelRefund, status: ModelRefund['status']): void {
    if (refund.status !== 'pending') return;
    refund.status = status;
    if (status !== 'canceled') return;
    this.balance += refund.amountMinor;
    refund.payment.refundedMinor -= refund.amountMinor;
  }
}

async function openPayments(organizationId: string): Promise<string[]> {
  const ids = [uuidv7(), uuidv7(), uuidv7()];
  await app.db.queryText("insert into organizations (id, kind, name) values ($1, 'company', 'ООО')", [organizationId]);
  await app.db.transaction(async (tx) => {
    for (const id of ids) {
      const terms = { amountMinor: price, currency: 'RUB', method: 'card', description: null } as const;
      const payment = {
        id,
        organizationId,
        createdBy: payer.id,
        ...terms,
        provider: 'yookassa',
        lifetimeSeconds: 3600,
        pollAfterSeconds: 15,
      };
      await insertPayment(tx, payment);
    }
  });
  return ids;
}

/** The refusal's code, or null. */
async function refusalOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof Problem) return error.code;
    if (error instanceof InsufficientFunds) return 'overdraft';
    throw error;
  }
}

function providerSaying(refund: ProviderRefund): PaymentProvider {
  const answer = async () => refund;
  return { ...createFakeProvider('yookassa').provider, createRefund: answer, getRefund: answer };
}

async function apply(operation: Operation, model: Model, organizationId: string): Promise<void> {
  const { db } = app;
  if (operation.do === 'charge') {
    const { amountMinor } = operation;
    const posting = { key: uuidv7(), kind: 'charge', to: 'revenue', amountMinor, currency: 'RUB' } as const;
    const work = db.transaction((tx) => postTransfer(tx, { ...posting, from: { organizationId } }));
    expect(await refusalOf(work)).toBe(amountMinor > model.balance ? 'overdraft' : null);
    if (amountMinor <= model.balance) model.balance -= amountMinor;
    return;
  }
  if (operation.do === 'return') {
    const refund = model.refunds[operation.which % Math.max(model.refunds.length, 1)];
    if (!refund) return;
    const provider = providerSaying({ providerId: `of ${refund.id}`, status: operation.status, reason: null });
    await settleRefund({ db, providers: providersOf(provider), receiptEmail: 'shop@example.ru' }, refund.id, 'poll');
    return model.settle(refund, operation.status);
  }
  const payment = model.payments[operation.which] as ModelPayment;
  const { id: paymentId } = payment;
  if (operation.do === 'say') {
    const isOff = operation.isOff === 0;
    const said = { status: operation.status, reason: null, amountMinor: price + (isOff ? 1 : 0), currency: 'RUB' };
    const claim = {
      ...said,
      providerId: `of ${paymentId}`,
      paymentId,
      card: null,
      savedMethod: null,
      confirmationUrl: null,
    };
    await applyProviderPayment(
      { db, queue: {} as Queue, referralRules: { percent: 0, capMinor: 0, delayDays: 0 } },
      paymentId,
      claim,
      'notification',
    );
    model.say(payment, operation.status, isOff);
  } else if (operation.do === 'cancel') {
    const work = db.transaction((tx) => cancelPayment(tx, organizationId, paymentId));
    expect(await refusalOf(work)).toBe(payment.status === 'pending' ? null : 'payment_not_pending');
    if (payment.status === 'pending') payment.status = 'canceled';
  } else if (operation.do === 'run out') {
    await db.queryText('update payments set expires_at = now() where id = $1', [paymentId]);
    payment.isOverdue = true;
  } else {
    const { amountMinor } = operation;
    const refusal = model.refusalOfRefund(payment, amountMinor);
    const request = { organizationId, paymentId, userId: payer.id, amountMinor, reason: 'Передумали' };
    let refundId = '';
    const work = db.transaction(async (tx) => {
      ({ id: refundId } = await refundPayment(tx, idleQueue, { ...request, source: 'user' }));
    });
    expect(await refusalOf(work)).toBe(refusal);
    if (!refusal) model.refund(refundId, payment, amountMinor);
  }
}

async function compare(model: Model, organizationId: string): Promise<void> {
  const { db } = app;
  const [balance] = await readBalances(db, organizationId);
  expect(balance?.amountMinor ?? 0).toBe(model.balance);
  const counts: Record<string, number> = {};
  for (const { id, status, refundedMinor } of model.payments) {
    expect(await findPayment(db, id)).toMatchObject({ status, refundedMinor });
    counts[status] = (counts[status] ?? 0) + 1;
  }
  const paid = await db.queryText(
    "select source_id from ledger_transfers where kind = 'top_up' and source_id = any($1)",
    [model.payments.map(({ id }) => id)],
  );
  expect(paid.rows).toHaveLength(counts.succeeded ?? 0);
  const totals = await db.queryText(
    'select status, count, amount_minor::int as sum from payment_daily_totals where organization_id = $1 and count > 0',
    [organizationId],
  );
  expect(Object.fromEntries(totals.rows.map(({ status, count }) => [status, count]))).toEqual(counts);
  for (const { count, sum } of totals.rows) expect(sum).toBe((count as number) * price);
}

test('random histories of payments, refunds and charges keep to the model, in the balance, the ledger and the totals', async () => {
  let operations = 0;
  const histories = fc.asyncProperty(fc.array(operation, { minLength: 10, maxLength: 30 }), async (history) => {
    const organizationId = uuidv7();
    const model = new Model(await openPayments(organizationId));
    for (const operation of history) await apply(operation, model, organizationId);
    await compare(model, organizationId);
    operations += history.length;
  });
  await fc.assert(histories, { numRuns: 60 });
  expect(operations).toBeGreaterThan(600);
  expect(await checkLedger(app.db)).toEqual([]);
}, 90_000);
