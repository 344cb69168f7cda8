import { randomUUID } from 'node:crypto';
import type { TariffTerms } from '@kazna/contract/shared/tariffs';
import { expect } from 'vitest';
import { jobActors } from '../../src/audit/actions-store.ts';
import { readAvailable } from '../../src/money/ledger/resume-watch-store.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { createDiscount, endDiscount } from '../../src/services/catalogue/discounts.ts';
import { takePromisedPayment } from '../../src/services/promised-payments/promised-payment.ts';
import { previewConnecting } from '../../src/services/subscriptions/connect.ts';
import * as operations from '../../src/services/subscriptions/operations.ts';
import { type Day, dayIn } from '../../src/services/subscriptions/periods.ts';
import { nextChargeOf, presentOutlook } from '../../src/services/subscriptions/present.ts';
import { findSubscription, type SubscriptionRow } from '../../src/services/subscriptions/subscriptions-store.ts';
import type { ModelTariff } from './agreed-terms.ts';
import { topUp } from './charges.ts';
import type { ModelDiscount, ModelOrganization } from './discount-model.ts';
import {
  announcePrice,
  countEnded,
  findBrokenPromise,
  ignoreProblem,
  insertOwnedOrganization,
  insertPerson,
  leave,
  newestOf,
  plantModelTariffs,
  refundLastCharge,
  selectHistory,
  selectPromiseFaults,
  sumCharges,
} from './history-rows.ts';
import { aroundCharge, discountFormOf, fundsMinor, type HistoryStep, maxWaitSeconds } from './history-steps.ts';
import { runUntilDone, setClock } from './services.ts';
import { addDays, isByMonths } from './subscription-calendar.ts';
import { asks, SubscriptionModel } from './subscription-model.ts';

const staff = { organizationId: null, mayUseHidden: true };

/** Several organizations with tariffs of one service, what is done to them, and what must have come of it. */
export class SubscriptionHistory {
  private now = Date.parse('2027-01-30T20:00:00Z');
  private readonly db: Database;
  private readonly zone: string;
  private readonly models: SubscriptionModel[] = [];
  private readonly organizationIds: string[] = [];
  private readonly tariffs: ModelTariff[] = [];
  private readonly discounts = new Map<string, ModelDiscount[]>();
  private ownerId = '';
  /** By the business, beside what subscriptions give back. */
  private refundedMinor = 0;
  private readonly refundedCharges = new Set<string>();

  constructor(db: Database, zone: string) {
    this.db = db;
    this.zone = zone;
  }

  async begin(tariffs: Partial<TariffTerms>[]): Promise<void> {
    await this.pass(0);
    await this.db.queryText(
      'update promised_payment_rules set is_allowed = true, max_minor = 40000, days = 5, every_days = 9',
    );
    this.ownerId = await insertPerson(this.db);
    for (const amountMinor of fundsMinor) {
      const id = await insertOwnedOrganization(this.db, this.ownerId, amountMinor);
      this.organizationIds.push(id);
      this.discounts.set(id, []);
    }
    this.tariffs.push(...(await plantModelTariffs(this.db, tariffs)));
    for (const [which] of fundsMinor.entries()) {
      await this.take({ do: 'connect', which, seconds: 0, amount: 1 }).catch(ignoreProblem);
      await this.check();
    }
  }

  async take(step: HistoryStep): Promise<void> {
    const { do: what, which, amount, seconds } = step;
    const organizationId = this.organizationIds[which % this.organizationIds.length] as string;
    if (what === 'wait') return this.wait(seconds);
    if (what === 'until') return this.waitUntil(this.modelFor(step), aroundCharge[amount % aroundCharge.length] ?? 0);
    if (what === 'blink') return this.blink(step);
    if (what === 'spend') await leave(this.db, organizationId, amount % 3000);
    if (what === 'top up') await topUp({ db: this.db }, this.waitingFor(which) ?? organizationId, 2 * amount);
    if (what === 'price') await this.announce(step);
    const by = { zone: this.zone, organizationId: this.waitingFor(which) ?? organizationId };
    if (what === 'promise') await this.db.transaction((tx) => takePromisedPayment(tx, this.staff, by));
    if (what === 'discount') await this.discount(organizationId, step);
    if (what === 'no discount') await this.endDiscount(organizationId);
    if (what === 'connect') await this.connect(organizationId, step);
    const model = this.modelFor(step);
    if (model) await this.actOn(model, step);
    return this.pass(0);
  }

  /** An organization whose subscription waits for money. */
  private waitingFor(which: number): string | undefined {
    const waiting = this.models.filter(({ status }) => status === 'past_due' || status === 'suspended');
    return waiting[which % waiting.length]?.organizationId;
  }

  /** One that the step is for, where there is one: refusals tell little. */
  private modelFor({ do: what, which }: HistoryStep): SubscriptionModel | undefined {
    const open = this.models.filter(({ isEnded }) => !isEnded);
    const wanted = what === 'resume' ? open.filter(({ status }) => status === 'paused' || status === 'stopping') : open;
    const models = wanted.length > 0 ? wanted : this.models;
    return models[which % models.length];
  }

  /** Everything that must be true after each step. */
  async check(): Promise<void> {
    const today = this.today();
    const found = await Promise.all(
      this.models.map(async (model) => {
        const row = (await findSubscription(this.db, model.id)) as SubscriptionRow;
        return { model, row, lines: await selectHistory(this.db, model.id) };
      }),
    );
    for (const { model, row, lines } of found) model.look(row, lines);
    for (const organizationId of this.organizationIds) {
      const organization = await this.organization(organizationId);
      for (const { model, row, lines } of found)
        if (model.organizationId === organizationId) model.check(row, lines, today, organization);
    }
    const linesMinor = found.flatMap(({ lines }) => lines).reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    expect(await sumCharges(this.db, this.organizationIds)).toBe(linesMinor - this.refundedMinor);
    expect(await selectPromiseFaults(this.db, this.organizationIds)).toEqual([]);
  }

  private async organization(organizationId: string): Promise<ModelOrganization> {
    return {
      discounts: this.discounts.get(organizationId) ?? [],
      subscriptions: this.models.filter((one) => one.organizationId === organizationId),
      availableMinor: await readAvailable(this.db, organizationId, 'RUB'),
      brokenPromiseOn: await findBrokenPromise(this.db, organizationId),
      refunded: this.refundedCharges,
    };
  }

  /** The owner of all of them acts for the business as well. */
  private get staff() {
    return { id: this.ownerId, address: null };
  }

  private get context() {
    return { db: this.db, zone: this.zone };
  }

  private today(): Day {
    return dayIn(this.zone, new Date(this.now).toISOString());
  }

  private tariffAt(which: number): ModelTariff {
    return this.tariffs[which % this.tariffs.length] as ModelTariff;
  }

  private async pass(seconds: number): Promise<void> {
    this.now += seconds * 1000;
    await setClock(this.db, new Date(this.now).toISOString());
    await runUntilDone({ ...this.context, onBurst: async () => {} });
  }

  /** What customers were shown as the next charge is what is charged, where nobody could act meanwhile. */
  private async wait(seconds: number): Promise<void> {
    const shown = await Promise.all(
      this.models.map(async ({ id }) => {
        const row = (await findSubscription(this.db, id)) as SubscriptionRow;
        return { id, next: nextChargeOf(row), seen: (await selectHistory(this.db, id)).length };
      }),
    );
    const ended = await countEnded(this.db, this.organizationIds);
    await this.pass(seconds);
    // The periods of a discount that an end uses up for the others were not known before.
    if ((await countEnded(this.db, this.organizationIds)) !== ended) return;
    for (const { id, next, seen } of shown) {
      const lines = (await selectHistory(this.db, id)).slice(seen);
      const first = lines.find(({ kind }) => kind === 'period');
      if (!next || !first || lines[0]?.kind === 'grace' || lines[0]?.kind === 'resume') continue;
      const setupMinor = lines.find(({ kind }) => kind === 'setup')?.amountMinor ?? 0;
      expect({ on: first.from, amountMinor: first.amountMinor + setupMinor }, `next charge of ${id}`).toEqual(next);
    }
  }

  /** Noon of a day around the next charge: what is decided by a day shows there alone. */
  private async waitUntil(model: SubscriptionModel | undefined, days: number): Promise<void> {
    const row = model && (await findSubscription(this.db, model.id));
    const seconds = row ? (Date.parse(`${addDays(row.chargedTo, days)}T06:00:00Z`) - this.now) / 1000 : 0;
    if (seconds > 0 && seconds < maxWaitSeconds) await this.wait(seconds);
  }

  /** Half of the prices wait for nothing but the notice, which a period begins one day before the end of, or just then. */
  private async announce({ which, amount }: HistoryStep): Promise<void> {
    const active = this.models.filter(({ status, terms }) => status === 'active' && isByMonths(terms.version.terms));
    const model = amount % 2 === 0 ? active[which % active.length] : undefined;
    const tariff = model?.terms.tariff ?? this.tariffAt(which);
    await this.waitUntil(model, which % 4 === 0 ? -14 : -13);
    await announcePrice(this.db, tariff, amount, { today: this.today(), inDays: model ? 5 : 5 + (amount % 40) });
    if (!model) return;
    await this.pass(0);
    await this.check();
    await this.waitUntil(model, 0);
  }

  /** A pause that ends on its day. */
  private async blink(step: HistoryStep): Promise<void> {
    const active = this.models.filter(({ status }) => status === 'active');
    const model = active[step.which % active.length];
    if (!model) return;
    await this.actOn(model, { ...step, do: 'pause' });
    await this.pass(0);
    await this.check();
    await this.actOn(model, { ...step, do: 'resume' });
    await this.pass(0);
  }

  private async connect(organizationId: string, { which }: HistoryStep): Promise<void> {
    const tariff = this.tariffAt(which);
    const quantity = 1 + (which % 3);
    const who = { organizationId, actorId: jobActors.subscriptions, mayConnectHidden: true };
    const request = { ...who, form: { tariffId: tariff.id, quantity } };
    const available = () => readAvailable(this.db, organizationId, 'RUB');
    const shown = await previewConnecting(this.db, this.zone, request, available);
    const { id } = await this.costs(organizationId, shown.totalMinor, () =>
      operations.subscribe(this.context, { ...request, key: randomUUID() }, async () => {}),
    );
    const version = newestOf(tariff);
    const own = this.models.filter((one) => one.organizationId === organizationId);
    for (const one of own) one.graceIsDue();
    const mayTry = own.every(({ trialTo }) => trialTo === null);
    const begun = { today: this.today(), mayTry };
    this.models.push(new SubscriptionModel(id, organizationId, { tariff, version, quantity }, begun));
  }

  private async actOn(model: SubscriptionModel, step: HistoryStep): Promise<void> {
    const { id, organizationId } = model;
    const { do: what, which, amount } = step;
    if (what === 'change') return this.change(model, { tariffId: this.tariffAt(which).id });
    if (what === 'quantity') return this.change(model, { quantity: 1 + (which % 5) });
    if (what === 'refund') return this.refund(id, amount);
    const outlook = async () => presentOutlook((await findSubscription(this.db, id)) as SubscriptionRow, this.today());
    if (what === 'pause') {
      const { unused } = await outlook();
      await this.costs(organizationId, 0 - (unused?.amountMinor ?? 0), () => operations.pause(this.context, staff, id));
    }
    if (what === 'resume') {
      const { resuming } = await outlook();
      await this.costs(organizationId, resuming?.totalMinor ?? 0, () => operations.resume(this.context, staff, id));
    }
    if (what === 'stop') await operations.stop(this.context, staff, id, { when: 'period_end' });
    if (what === 'end') await operations.stop(this.context, staff, id, { when: 'now' });
    if (what === 'keep') await operations.giveUpChange(this.context, staff, id).then(() => model.keptAsItIs());
    const asked = asks.find((one) => one === what);
    if (asked) model.was(asked);
  }

  /** What was shown before is what the balance becomes less by, unless it is refused, which changes nothing. */
  private async costs<T>(organizationId: string, shownMinor: number, act: () => Promise<T>): Promise<T> {
    const available = () => readAvailable(this.db, organizationId, 'RUB');
    const before = await available();
    try {
      const done = await act();
      expect(before - (await available())).toBe(shownMinor);
      return done;
    } catch (error) {
      if (error instanceof Error && error.name === 'AssertionError') throw error;
      expect(await available()).toBe(before);
      throw error;
    }
  }

  private async change(model: SubscriptionModel, form: { tariffId?: string; quantity?: number }): Promise<void> {
    const { id, organizationId, terms } = model;
    const bill = await operations.previewOf(this.context, staff, id, form);
    const sent = { ...form, expectedTotalMinor: bill.totalMinor };
    await this.costs(organizationId, bill.totalMinor, () => operations.change(this.context, staff, id, sent));
    const tariff = this.tariffs.find((one) => one.id === form.tariffId) ?? terms.tariff;
    const version = tariff === terms.tariff ? terms.version : newestOf(tariff);
    model.changed({ tariff, version, quantity: form.quantity ?? terms.quantity }, bill.when, this.today());
  }

  private async discount(organizationId: string, step: HistoryStep): Promise<void> {
    const form = discountFormOf(step, this.tariffAt(step.which).id);
    const by = { actor: this.staff, zone: this.zone, organizationId };
    const id = await this.db.transaction((tx) => createDiscount(tx, by, form));
    const none = { tariffId: null, percent: null, amountMinor: null, periods: null };
    this.discounts.get(organizationId)?.unshift({ ...none, ...form, id, isEnded: false });
  }

  private async endDiscount(organizationId: string): Promise<void> {
    const discount = this.discounts.get(organizationId)?.find(({ isEnded }) => !isEnded);
    if (!discount) return;
    await this.db.transaction((tx) => endDiscount(tx, { actor: this.staff, zone: this.zone }, discount.id));
    discount.isEnded = true;
  }

  private async refund(subscriptionId: string, amount: number): Promise<void> {
    const refunded = await refundLastCharge(this.db, subscriptionId, amount);
    this.refundedMinor += refunded?.amountMinor ?? 0;
    if (refunded) this.refundedCharges.add(refunded.id);
  }
}
