import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { checkLedger } from '../../src/money/ledger/check-ledger.ts';
import { shopForThisFile } from '../support/app-for-file.ts';
import { type MoneyTestbed, openMoneyTestbed, type TestOrganization } from './money-testbed.ts';

/** Set to search longer or to reproduce a failure, whose report has the seed. */
const numRuns = Number(process.env.ABUSE_RUNS ?? 40);
const seed = Number(process.env.ABUSE_SEED ?? 0);
const timeLimitMs = numRuns * 1_500;

const shop = shopForThisFile();
beforeAll(async () => {
  // Notifications are off: the history decides when a payment is settled.
  await shop.provider.misbehave({ on: 'notification', do: 'lose', times: 1_000_000 });
});

const which = fc.nat(11);
const person = fc.nat(2);
const amountMinor = fc.integer({ min: 100, max: 20_000 }).map((amount) => amount * 2);
const steps = {
  pay: fc.record({
    do: fc.constant('pay' as const),
    which,
    amountMinor,
    how: fc.constantFrom('good', 'good', 'good', 'declined', 'unpaid', 'late', 'other sum'),
  }),
  refund: fc.record({
    do: fc.constant('refund' as const),
    which,
    amountMinor: fc.oneof(fc.integer({ min: 1, max: 9_000 }), fc.constantFrom('all', 'all but one')),
    how: fc.constantFrom('succeed', 'succeed', 'pending', 'decline'),
  }),
  decide: fc.record({
    do: fc.constant('decide' as const),
    which,
    status: fc.constantFrom('succeeded', 'canceled'),
  }),
  correct: fc.record({
    do: fc.constant('correct' as const),
    which,
    amountMinor: fc.oneof(amountMinor, fc.constant('all' as const)),
    isCharge: fc.boolean(),
  }),
  invite: fc.record({ do: fc.constant('invite' as const), who: person, by: person }),
  pass: fc.record({ do: fc.constant('pass' as const), days: fc.constantFrom(7, 14) }),
  close: fc.record({ do: fc.constant('close' as const), which }),
  remove: fc.record({ do: fc.constant('remove' as const), who: person }),
};
const step = fc.oneof(
  { weight: 6, arbitrary: steps.pay },
  { weight: 6, arbitrary: steps.refund },
  { weight: 3, arbitrary: steps.decide },
  { weight: 4, arbitrary: steps.correct },
  { weight: 2, arbitrary: steps.invite },
  { weight: 3, arbitrary: steps.pass },
  { weight: 1, arbitrary: steps.close },
  { weight: 1, arbitrary: steps.remove },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function take(testbed: MoneyTestbed, step: Step): Promise<TestOrganization | null> {
  if (step.do === 'pay') await testbed.pay(step.which, step.amountMinor, step.how);
  else if (step.do === 'decide') await testbed.decide(step.which, step.status);
  else if (step.do === 'invite') await testbed.invite(step.who, step.by);
  else if (step.do === 'pass') await testbed.pass(step.days);
  else if (step.do === 'close') await testbed.close(step.which);
  else if (step.do === 'remove') await testbed.remove(step.who);
  else if (step.do === 'correct') {
    const { id = '' } = testbed.organizations[step.which % testbed.organizations.length] ?? {};
    const amount = step.amountMinor === 'all' ? Math.max(await balanceOf(id), 1) : step.amountMinor;
    await testbed.correct(step.which, step.isCharge ? -amount : amount);
  } else {
    const { id = null } = testbed.payments[step.which % Math.max(testbed.payments.length, 1)] ?? {};
    const amount = typeof step.amountMinor === 'number' ? step.amountMinor : await leftOf(id, step.amountMinor);
    return testbed.refund(step.which, amount, step.how);
  }
  return null;
}

const balanceOf = async (id: string) =>
  ((await shop.db.queryText('select balance_minor::int as n from ledger_accounts where organization_id = $1', [id]))
    .rows[0]?.n as number | undefined) ?? 0;

async function leftOf(id: string | null, part: 'all' | 'all but one'): Promise<number> {
  const { rows } = await shop.db.queryText('select amount_minor - refunded_minor as n from payments where id = $1', [
    id,
  ]);
  return Math.max(1, Number(rows[0]?.n ?? 1) - (part === 'all' ? 0 : 1));
}

/** Paid and refunded by cards, as the provider knows it: pending refunds count as returned. */
async function atCards(testbed: MoneyTestbed) {
  const sums = new Map(testbed.organizations.map(({ id }) => [id, { paid: 0, returned: 0 }]));
  const minor = (value: string) => Math.round(Number(value) * 100);
  // Earlier histories are over, so this one's are the newest.
  const [payments, refunds] = await Promise.all([
    shop.provider.payments(testbed.payments.length),
    shop.provider.refunds(testbed.refunds.length),
  ]);
  const paymentsById = new Map(payments.map((payment) => [payment.id, payment]));
  for (const { organization, providerId } of testbed.payments) {
    const { status, amount, refunded_amount: refunded } = paymentsById.get(providerId);
    if (status !== 'succeeded') continue;
    const sum = sums.get(organization.id) as { paid: number; returned: number };
    const waiting = refunds.filter((one) => one.payment_id === providerId && one.status === 'pending');
    sum.paid += minor(amount.value);
    sum.returned += minor(refunded?.value ?? '0');
    for (const refund of waiting) sum.returned += minor(refund.amount.value);
  }
  return sums;
}

const faults = `
  select 'a closed organization holds money: ' || o.id as fault
  from organizations o join ledger_accounts a on a.organization_id = o.id
  where o.id = any($1) and o.status = 'closed' and a.balance_minor <> 0
  union all
  select 'more of a bonus is kept than the payment that is not returned earns: ' || p.id
  from referral_bonuses b join payments p on p.id = b.payment_id
  where b.referrer_id = any($2) and (b.amount_minor - b.taken_back_minor) * p.amount_minor > b.amount_minor * (p.amount_minor - (
    select coalesce(sum(r.amount_minor), 0) from refunds r where r.payment_id = p.id and r.status = 'succeeded'))
  union all
  select 'bonuses on balances are not those that are kept or owed: ' || b.referrer_id
  from referral_bonuses b left join lateral (
    select sum(case t.kind when 'bonus' then t.amount_minor else -t.amount_minor end) as sum from ledger_transfers t
    where t.source_id = b.payment_id and t.kind in ('bonus', 'bonus_reversal')
  ) moved on true
  where b.referrer_id = any($2)
  group by b.referrer_id
  having coalesce(sum(moved.sum), 0) <> coalesce(sum(b.amount_minor - b.taken_back_minor)
    filter (where b.credited_at is not null), 0) + sum(b.owed_minor)`;

/** Invariants after every step; `refunded` is the organization whose refund was accepted. */
async function holdRules(testbed: MoneyTestbed, step: Step, refunded: TestOrganization | null): Promise<void> {
  const reachesCards = ['pay', 'refund', 'decide'].includes(step.do);
  for (const [id, { paid, returned }] of reachesCards ? await atCards(testbed) : []) {
    expect(returned, 'cards get back what they paid at most').toBeLessThanOrEqual(paid);
    const spent = refunded?.id === id ? refunded.spentMinor : 0;
    expect(returned, 'cards get back what was paid less what was spent at most').toBeLessThanOrEqual(paid - spent);
  }
  const ids = [testbed.organizations, testbed.people].map((all) => all.map(({ id }) => id));
  expect((await shop.db.queryText(faults, ids)).rows).toEqual([]);
}

test(
  'whatever people, staff and the provider do in any order, nobody gets more than they paid less what they spent',
  async () => {
    const counts: Record<string, number> = {};
    const histories = fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (history) => {
      const testbed = await openMoneyTestbed(shop);
      for (const step of history) {
        const refunded = await take(testbed, step);
        await holdRules(testbed, step, refunded);
        const name = refunded ? 'refunded' : step.do;
        counts[name] = (counts[name] ?? 0) + 1;
      }
      // Once: entries are never changed and each has the balance it left, so a fault stays visible.
      expect(await checkLedger(shop.db)).toEqual([]);
    });
    await fc.assert(histories, { numRuns, ...(seed && { seed }), interruptAfterTimeLimit: timeLimitMs });
    // Guards against histories without accepted refunds, which would prove nothing.
    expect(counts.refunded).toBeGreaterThan(numRuns / 2);
  },
  timeLimitMs + 60_000,
);
