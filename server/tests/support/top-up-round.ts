import { getAutoTopUp, maxAutoTopUpsPerDay, setAutoTopUp } from '@kazna/contract/cabinet/auto-top-up';
import { createCharge } from '@kazna/contract/v1/charges';
import { expect } from 'vitest';
import { checkLedger } from '../../src/money/ledger/check-ledger.ts';
import { selectDue } from '../../src/payments/auto-top-up/store.ts';
import { nilUuid } from '../../src/platform/db/uuid.ts';
import { bindCard, cardsOf } from './cards.ts';
import { callerWith, topUp } from './charges.ts';
import { balanceOf, newPayer, type Payer } from './payments.ts';
import type { Shop } from './shop.ts';

const terms = { thresholdMinor: 10_000, targetMinor: 30_000, monthlyCapMinor: 35_000, currency: 'RUB' as const };

const passing = ['issuer_unavailable', 'internal_timeout', 'general_decline', 'call_issuer', 'provider_refused'];
const unpaid = ['insufficient_funds', 'payment_method_limit_exceeded'];

/** The policy as it is promised: hours of rest after a decline that nobody has answered. */
function minHoursAfter(reason: string | null): number {
  if (unpaid.includes(reason ?? '')) return 24;
  const isPassing = passing.includes(reason ?? '') || /^(expired_on|deal_|canceled_by)/.test(reason ?? '');
  return isPassing ? 2 : Number.POSITIVE_INFINITY;
}

/** Both say that nothing was charged. */
const isDeclined = (status: string) => status === 'canceled' || status === 'expired';

type Attempt = {
  id: string;
  status: string;
  reason: string | null;
  amount: number;
  at: number;
  this_month: boolean;
};

/** One organization with a rule of top-ups, what a model does to it, and what must hold of it at any moment. */
export class TopUpRound {
  payer!: Payer;
  private cardId!: string;
  /** When a person resumed the rule, in seconds of the organization's clock. */
  private resumedAt: number[] = [];
  private readonly shop: Shop;
  private readonly key: string;

  constructor(shop: Shop, key: string) {
    this.shop = shop;
    this.key = key;
  }

  async begin(): Promise<void> {
    this.payer = await newPayer(this.shop);
    await bindCard(this.shop, this.payer, '5555555555554444');
    this.cardId = (await cardsOf(this.shop, this.payer))[0]?.id as string;
    await topUp(this.shop, this.payer.organizationId, 25_000);
    await this.resume();
  }

  /** A decline may have retired the card: as if it were saved anew. */
  async resume(): Promise<void> {
    const text = "update payment_methods set status = 'active', reason = null where id = $1";
    await this.shop.db.queryText(text, [this.cardId]);
    const { organizationId, token } = this.payer;
    const body = { ...terms, paymentMethodId: this.cardId };
    const { status } = await this.shop.call(setAutoTopUp, { params: { organizationId }, body }, { token });
    expect(status).toBe(200);
    this.resumedAt.push(Date.now() / 1000);
  }

  async charge(amountMinor: number): Promise<void> {
    const { organizationId } = this.payer;
    const form = { organizationId, amountMinor, currency: 'RUB' as const, description: 'Трафик' };
    const { status } = await callerWith(this.shop, this.key)(createCharge, { body: form });
    expect([201, 402]).toContain(status);
  }

  async burst(amountMinor: number): Promise<void> {
    await Promise.all(Array.from({ length: 8 }, () => this.charge(amountMinor)));
  }

  /** The organization's clock steps forward, or back. Not back while an attempt is under way: it would end before it began. */
  async pass(hours: number): Promise<void> {
    if (hours < 0) await this.untilSettled();
    const { organizationId } = this.payer;
    this.resumedAt = this.resumedAt.map((at) => at - hours * 3600);
    await this.shop.db.transaction(async (tx) => {
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

  async attempts(): Promise<Attempt[]> {
    const { rows } = await this.shop.db.queryText(
      `select id, status, reason, amount_minor::int as amount, extract(epoch from created_at)::float8 as at,
         created_at >= date_trunc('month', now() at time zone 'Europe/Moscow') at time zone 'Europe/Moscow' as this_month
       from payments where organization_id = $1 and is_automatic order by created_at, id`,
      [this.payer.organizationId],
    );
    return rows as Attempt[];
  }

  async rule() {
    const { organizationId, token } = this.payer;
    return (await this.shop.call(getAutoTopUp, { params: { organizationId } }, { token })).body.rule;
  }

  async isDue(): Promise<boolean> {
    return (await selectDue(this.shop.db, nilUuid, 10_000)).includes(this.payer.organizationId);
  }

  /** A job whose process was killed goes to another one within half a minute. */
  async untilSettled(): Promise<void> {
    const isSettled = async () => (await this.attempts()).every(({ status }) => status !== 'pending');
    await expect.poll(isSettled, { timeout: 90_000 }).toBe(true);
  }

  async holds(): Promise<void> {
    const attempts = await this.attempts();
    expect(attempts.filter(({ status }) => status === 'pending').length).toBeLessThanOrEqual(1);
    const spent = attempts.filter(({ status, this_month: isNow }) => isNow && !isDeclined(status));
    expect(spent.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(terms.monthlyCapMinor);
    for (const { at } of attempts) {
      const inDay = attempts.filter((other) => other.at >= at && other.at < at + 24 * 3600);
      expect(inDay.length).toBeLessThanOrEqual(maxAutoTopUpsPerDay);
    }
    for (const [index, { at, status, reason }] of attempts.entries()) {
      const next = attempts[index + 1];
      if (!isDeclined(status) || !next || this.resumedAt.some((time) => time >= at - 1 && time <= next.at + 1))
        continue;
      expect(next.at - at, `after ${reason}`).toBeGreaterThan(minHoursAfter(reason) * 3600 - 60);
    }
    // The whole gap and never more: nothing was charged for a shortage that another charge had closed.
    const { rows } = await this.shop.db.queryText(
      `select max(balance_after_minor)::int as most from ledger_entries e join payments p on p.id = e.source_id
       where p.organization_id = $1 and p.is_automatic and e.kind = 'top_up'`,
      [this.payer.organizationId],
    );
    expect(rows[0]?.most ?? 0).toBeLessThanOrEqual(terms.targetMinor);
  }

  /** Whatever happened, a card that would have paid brings the balance back, and was charged once for each attempt. */
  async end(): Promise<void> {
    await this.shop.provider.behave();
    await this.untilSettled();
    // A month later neither the cap, the day's limit nor any backoff is in the way; only a pause waits for a person.
    await this.pass(24 * 32);
    if ((await this.rule())?.state === 'paused') await this.resume();
    const balance = async () => (await balanceOf(this.shop, this.payer)).RUB as number;
    await expect.poll(balance, { timeout: 30_000 }).toBeGreaterThanOrEqual(terms.thresholdMinor);
    await this.holds();
    for (const { id, status } of await this.attempts()) {
      const theirs = await this.shop.provider.paymentsFor(id);
      expect(theirs.length).toBeLessThanOrEqual(1);
      if (status === 'succeeded') expect(theirs).toMatchObject([{ status: 'succeeded' }]);
    }
    expect(await checkLedger(this.shop.db)).toEqual([]);
  }
}
