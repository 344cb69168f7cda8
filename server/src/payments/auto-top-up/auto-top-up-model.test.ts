import { getAutoTopUp, maxAutoTopUpsPerDay, maxDeclinesInRow, setAutoTopUp } from '@kazna/contract/cabinet/auto-top-up';
import { declineReasons } from '@kazna/contract/cabinet/decline-reasons';
import { createCharge } from '@kazna/contract/v1/charges';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { TestApp } from '../../../tests/support/app.ts';
import { bindCard, cardsOf } from '../../../tests/support/cards.ts';
import { callerWith, topUp } from '../../../tests/support/charges.ts';
import { newKey } from '../../../tests/support/keys.ts';
import { balanceOf, newPayer, type Payer } from '../../../tests/support/payments.ts';
import { type Shop, startShop } from '../../../tests/support/shop.ts';
import { checkLedger } from '../../money/ledger/check-ledger.ts';
import { type PaymentProvider, ProviderSilence, providersOf } from '../providers/provider.ts';
import type { TopUpContext } from './attempt-top-up.ts';
import { topUpAllDue } from './top-up-loop.ts';

/** Set to search longer or to reproduce a failure, whose report has the seed. */
const numRuns = Number(process.env.TOP_UP_RUNS ?? 5);
const seed = Number(process.env.TOP_UP_SEED ?? 0);

const terms = { thresholdMinor: 10_000, targetMinor: 30_000, monthlyCapMinor: 35_000, currency: 'RUB' as const };

let shop: Shop;
/** Both run their own loops all the time, besides what the test asks of them. */
let processes: [Shop | TestApp, TestApp];
let key: string;
beforeAll(async () => {
  shop = await startShop(inject('databaseUrl'), { PAYMENT_PAUSES: '1', API_RATE_LIMIT: '1000000' });
  processes = [shop, await shop.startSecondProcess()];
  ({ key } = await newKey(shop));
});
afterAll(async () => {
  await processes[1].close();
  await shop.close();
});

/** A worker that dies before its question reaches the provider, or before it hears the answer. */
function dying(provider: PaymentProvider, when: 'before' | 'after'): PaymentProvider {
  const createPayment: PaymentProvider['createPayment'] = async (intent) => {
    if (when === 'after') await provider.createPayment(intent);
    throw new ProviderSilence('the worker is dead');
  };
  return { ...provider, createPayment };
}

function workerOf(app: Pick<TestApp, 'db' | 'queue'>, death?: 'before' | 'after'): TopUpContext {
  const { current } = shop.providers;
  return {
    db: app.db,
    queue: app.queue,
    providers: death ? providersOf(dying(current, death)) : shop.providers,
    publicUrl: shop.url,
    receiptEmail: 'shop@example.ru',
    referralRules: { percent: 0, capMinor: 0, delayDays: 0 },
    pauses: [1],
  };
}

const action = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('charge' as const), amount: fc.integer({ min: 2000, max: 15_000 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('burst' as const), amount: fc.integer({ min: 1, max: 3000 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('decline' as const), reason: fc.constantFrom(...declineReasons) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('silence' as const),
      fault: fc.constantFrom('error_500_before', 'error_500_after', 'drop_after'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pend' as const), ms: fc.integer({ min: 0, max: 1500 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('kill' as const),
      when: fc.constantFrom('before' as const, 'after' as const),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pass' as const), hours: fc.constantFrom(1, 3, 9, 25, 50) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('resume' as const) }) },
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

const passing = ['issuer_unavailable', 'internal_timeout', 'general_decline', 'call_issuer', 'provider_refused'];
const unpaid = ['insufficient_funds', 'payment_method_limit_exceeded'];

/** The policy as it is promised: hours of rest after a decline that nobody has answered. */
function minHoursAfter(reason: string | null): number {
  if (unpaid.includes(reason ?? '')) return 24;
  const isPassing = passing.includes(reason ?? '') || /^(expired_on|deal_|canceled_by)/.test(reason ?? '');
  return isPassing ? 2 : Number.POSITIVE_INFINITY;
}

class Round {
  payer!: Payer;
  cardId!: string;
  /** When a person resumed the rule, in seconds of the organization's clock. */
  private resumedAt: number[] = [];

  async begin(): Promise<void> {
    this.payer = await newPayer(shop);
    await bindCard(shop, this.payer, '5555555555554444');
    this.cardId = (await cardsOf(shop, this.payer))[0]?.id as string;
    await topUp(shop, this.payer.organizationId, 25_000);
    await this.resume();
  }

  /** A decline may have retired the card: as if it were saved anew. */
  async resume(): Promise<void> {
    const text = "update payment_methods set status = 'active', reason = null where id = $1";
    await shop.db.queryText(text, [this.cardId]);
    const { organizationId, token } = this.payer;
    const body = { ...terms, paymentMethodId: this.cardId };
    const { status } = await shop.call(setAutoTopUp, { params: { organizationId }, body }, { token });
    expect(status).toBe(200);
    this.resumedAt.push(Date.now() / 1000);
  }

  async charge(amountMinor: number): Promise<void> {
    const call = callerWith(shop, key);
    const { organizationId } = this.payer;
    const form = { organizationId, amountMinor, currency: 'RUB' as const, description: 'Трафик' };
    const { status } = await call(createCharge, { body: form });
    expect([201, 402]).toContain(status);
  }

  async pass(hours: number): Promise<void> {
    const { organizationId } = this.payer;
    this.resumedAt = this.resumedAt.map((at) => at - hours * 3600);
    await shop.db.transaction(async (tx) => {
      const back = (table: string, column: string) =>
        tx.queryText(
          `update ${table} set ${column} = ${column} - make_interval(hours => $2) where organization_id = $1`,
          [organizationId, hours],
        );
      // In the order of locks.
      await back('payments', 'created_at');
      await back('auto_top_ups', 'next_attempt_at');
    });
  }

  async act(step: Action): Promise<void> {
    if (step.do === 'charge') await this.charge(step.amount);
    else if (step.do === 'burst') await Promise.all(Array.from({ length: 8 }, () => this.charge(step.amount)));
    else if (step.do === 'decline')
      await shop.provider.misbehave({ on: 'autopayment', do: 'decline', reason: step.reason });
    else if (step.do === 'silence') await shop.provider.misbehave({ on: 'create', do: step.fault });
    else if (step.do === 'pend') await shop.provider.misbehave({ on: 'autopayment', do: 'pending', ms: step.ms });
    else if (step.do === 'kill') await topUpAllDue(workerOf(processes[1], step.when));
    else if (step.do === 'pass') await this.pass(step.hours);
    else await this.resume();
    // Three workers at once, besides the loops of the two processes.
    const [first, second] = processes;
    await Promise.all([first, second, first].map((app) => topUpAllDue(workerOf(app))));
  }

  async attempts() {
    const { rows } = await shop.db.queryText(
      `select id, status, reason, amount_minor::int as amount, extract(epoch from created_at)::float8 as at,
         created_at >= date_trunc('month', now() at time zone 'Europe/Moscow') at time zone 'Europe/Moscow' as this_month
       from payments where organization_id = $1 and is_automatic order by created_at, id`,
      [this.payer.organizationId],
    );
    return rows as {
      id: string;
      status: string;
      reason: string | null;
      amount: number;
      at: number;
      this_month: boolean;
    }[];
  }

  async rule() {
    const { organizationId, token } = this.payer;
    return (await shop.call(getAutoTopUp, { params: { organizationId } }, { token })).body.rule;
  }

  async holds(): Promise<void> {
    const attempts = await this.attempts();
    expect(attempts.filter(({ status }) => status === 'pending').length).toBeLessThanOrEqual(1);
    const spent = attempts.filter(({ status, this_month: isNow }) => isNow && status !== 'canceled');
    expect(spent.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(terms.monthlyCapMinor);
    for (const { at } of attempts) {
      const inDay = attempts.filter((other) => other.at >= at && other.at < at + 24 * 3600);
      expect(inDay.length).toBeLessThanOrEqual(maxAutoTopUpsPerDay);
    }
    for (const [index, { at, status, reason }] of attempts.entries()) {
      const next = attempts[index + 1];
      if (status !== 'canceled' || !next || this.resumedAt.some((time) => time >= at - 1 && time <= next.at + 1))
        continue;
      expect(next.at - at, `after ${reason}`).toBeGreaterThan(minHoursAfter(reason) * 3600 - 60);
    }
    // The whole gap and never more: nothing was charged for a shortage that another charge had closed.
    const { rows } = await shop.db.queryText(
      `select max(balance_after_minor)::int as most from ledger_entries e join payments p on p.id = e.source_id
       where p.organization_id = $1 and p.is_automatic and e.kind = 'top_up'`,
      [this.payer.organizationId],
    );
    expect(rows[0]?.most ?? 0).toBeLessThanOrEqual(terms.targetMinor);
  }

  /** Whatever happened, a card that would have paid brings the balance back, and was charged once for each attempt. */
  async end(): Promise<void> {
    await shop.provider.behave();
    const isQuiet = async () => (await this.attempts()).every(({ status }) => status !== 'pending');
    await expect.poll(isQuiet, { timeout: 30_000 }).toBe(true);
    // A month later neither the cap nor the day's limit is in the way.
    await this.pass(24 * 32);
    await this.resume();
    const balance = async () => (await balanceOf(shop, this.payer)).RUB as number;
    await expect.poll(balance, { timeout: 30_000 }).toBeGreaterThanOrEqual(terms.thresholdMinor);
    await this.holds();
    for (const { id } of await this.attempts())
      expect((await shop.provider.paymentsFor(id)).length).toBeLessThanOrEqual(1);
    expect(await checkLedger(shop.db)).toEqual([]);
  }
}

test('whatever charges, declines, silences, deaths and clock steps come, a rule keeps its promises and the balance recovers', async () => {
  const rounds = fc.array(action, { minLength: 25, maxLength: 45 });
  await fc.assert(
    fc.asyncProperty(rounds, async (steps) => {
      const round = new Round();
      await round.begin();
      let declinesInRow = 0;
      let seen = 0;
      for (const step of steps) {
        await round.act(step);
        await round.holds();
        const settled = (await round.attempts()).filter(({ status }) => status !== 'pending');
        // A decline that came along with the resumption may belong to either side of it.
        if (step.do === 'resume') [declinesInRow, seen] = [0, settled.length];
        for (const { status } of settled.slice(seen)) declinesInRow = status === 'canceled' ? declinesInRow + 1 : 0;
        seen = settled.length;
        expect(declinesInRow).toBeLessThanOrEqual(maxDeclinesInRow);
        if (declinesInRow === maxDeclinesInRow) expect((await round.rule())?.state).toBe('paused');
      }
      await round.end();
    }),
    { numRuns, seed, endOnFailure: true },
  );
}, 600_000);
