import { type PaymentStatus, paymentStatuses } from '@kazna/contract/cabinet/payments';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type OurPayment, type ProviderReport, reconcile } from './apply-provider-payment.ts';
import { assertTransition, IllegalTransition } from './change-status.ts';

const id = '0198c0de-0000-7000-8000-000000000001';
const asked = { id, amountMinor: 150_050, currency: 'RUB' };
const ours: OurPayment = { ...asked, status: 'pending', isOverdue: false, isCanceledByStaff: false };
const report = (status: ProviderReport['status'], reason: string | null = null): ProviderReport => ({
  paymentId: id,
  status,
  reason,
  amountMinor: 150_050,
  currency: 'RUB',
});

interface End {
  status: PaymentStatus;
  reasons: (string | null)[];
  successes: number;
}

/** What the reports make of a payment, one after another, by legal transitions only. */
function reconcileAll(reports: ProviderReport[], start: OurPayment = ours): End {
  const end: End = { status: start.status, reasons: [], successes: 0 };
  for (const one of reports) {
    const verdict = reconcile({ ...start, status: end.status }, one);
    if (!verdict) continue;
    assertTransition(end.status, verdict.status);
    end.status = verdict.status;
    end.reasons.push(verdict.reason);
    if (verdict.status === 'succeeded') end.successes += 1;
  }
  return end;
}

const reasons = ['insufficient_funds', 'card_expired', 'general_decline', 'expired_on_confirmation', null];

test('reports of the provider in any order and repetition end a payment the same, and credit it at most once', () => {
  const story = fc.record({
    statuses: fc.array(fc.constantFrom('pending', 'canceled', 'succeeded'), { minLength: 1, maxLength: 12 }),
    reason: fc.constantFrom(...reasons),
  });
  const shuffled = story.chain(({ statuses, reason }) => {
    const said = statuses.map((status) =>
      report(status as ProviderReport['status'], status === 'canceled' ? reason : null),
    );
    return fc.record({
      said: fc.constant(said),
      other: fc.shuffledSubarray(said, { minLength: said.length }).map((order) => [...order, ...order]),
    });
  });
  fc.assert(
    fc.property(shuffled, ({ said, other }) => {
      const [one, two] = [reconcileAll(said), reconcileAll(other)];
      expect(two.status).toBe(one.status);
      const isPaid = said.some(({ status }) => status === 'succeeded');
      expect([one.successes, two.successes]).toEqual(isPaid ? [1, 1] : [0, 0]);
    }),
    { numRuns: 2000 },
  );
});

test('a report about another payment, amount or currency never makes a payment succeed', () => {
  const claim = fc.record({
    paymentId: fc.constantFrom(id, null, '0198c0de-0000-7000-8000-000000000002'),
    status: fc.constantFrom('pending' as const, 'succeeded' as const, 'canceled' as const),
    reason: fc.constantFrom(...reasons),
    amountMinor: fc.constantFrom(150_050, 150_049, 150_051, 0, null),
    currency: fc.constantFrom('RUB', 'USD', 'XXX'),
  });
  const isOurs = (one: ProviderReport) => one.paymentId === id && one.amountMinor === 150_050 && one.currency === 'RUB';
  fc.assert(
    fc.property(fc.array(claim, { maxLength: 10 }), fc.boolean(), (claims, isOverdue) => {
      const end = reconcileAll(
        claims.filter((one) => !isOurs(one)),
        { ...ours, isOverdue },
      );
      expect(end.successes).toBe(0);
      expect(reconcileAll(claims, { ...ours, isOverdue }).successes).toBeLessThanOrEqual(1);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['payment_differs', { paymentId: null }],
  ['payment_differs', { paymentId: '0198c0de-0000-7000-8000-000000000002' }],
  ['currency_differs', { currency: 'USD' }],
  ['amount_differs', { amountMinor: 150_051 }],
  ['amount_differs', { amountMinor: null }],
])('a payment whose reported success differs by %s goes to review from every open status', (reason, change) => {
  for (const status of ['pending', 'expired', 'canceled'] as const) {
    expect(reconcile({ ...ours, status }, { ...report('succeeded'), ...change })).toEqual({ status: 'review', reason });
  }
});

describe('reports of the provider', () => {
  test.each(['expired', 'canceled'] as const)(
    'a payment that is %s and paid all the same is credited and noted',
    (status) => {
      expect(reconcile({ ...ours, status }, report('succeeded'))).toEqual({
        status: 'succeeded',
        reason: 'late_success',
      });
    },
  );

  test.each(['succeeded', 'review'] as const)('a payment that is %s changes by no report of the provider', (status) => {
    for (const said of ['pending', 'canceled', 'succeeded'] as const) {
      expect(reconcile({ ...ours, status, isOverdue: true }, report(said))).toBeNull();
    }
  });

  test('a payment still pending past its time has expired', () => {
    expect(reconcile(ours, report('pending'))).toBeNull();
    expect(reconcile({ ...ours, isOverdue: true }, report('pending'))).toMatchObject({ status: 'expired' });
    expect(reconcile({ ...ours, isOverdue: true }, report('succeeded'))).toMatchObject({ status: 'succeeded' });
  });

  test('a payment that expired at the provider has expired; any other end is a cancellation with its reason', () => {
    expect(reconcile(ours, report('canceled', 'expired_on_confirmation'))).toMatchObject({ status: 'expired' });
    expect(reconcile(ours, report('canceled', 'fraud_suspected'))).toEqual({
      status: 'canceled',
      reason: 'fraud_suspected',
    });
    expect(reconcile(ours, report('canceled'))).toEqual({ status: 'canceled', reason: 'general_decline' });
  });
});

test('the success of a payment is final, and no status goes back to pending', () => {
  for (const status of paymentStatuses) {
    expect(() => assertTransition('succeeded', status)).toThrow(IllegalTransition);
    expect(() => assertTransition(status, 'pending')).toThrow(IllegalTransition);
    expect(() => assertTransition(status, status)).toThrow(IllegalTransition);
  }
});
