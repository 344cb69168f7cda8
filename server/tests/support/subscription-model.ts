import { expect } from 'vitest';
import type { SubscriptionRow } from '../../src/services/subscriptions/subscriptions-store.ts';
import { AgreedTerms, type Terms } from './agreed-terms.ts';
import { discountedPrice, isOfPeriod, type Line, type ModelOrganization, possibleDiscounts } from './discount-model.ts';
import { neededFor } from './needed-model.ts';
import {
  addDays,
  type Day,
  daysBetween,
  daysBut,
  daysPaidOnce,
  earlierOf,
  laterOf,
  periodOf,
  shareOf,
} from './subscription-calendar.ts';

export const asks = ['pause', 'resume', 'stop', 'end'] as const;

const isIdle = (status: string) => status === 'paused' || status === 'suspended';

/** What a subscription must have been charged, worked out from what was done to it and the words of the design. */
export class SubscriptionModel {
  readonly id: string;
  readonly organizationId: string;
  private readonly agreed: AgreedTerms;
  private readonly startedOn: Day;
  trialTo: Day | null;
  /** The first day that is not paid. */
  private paidTo: Day;
  /** Where the days of the last line begin: a change cannot reach days of the one before. */
  private coveredFrom: Day = '';
  /** The end of the days of grace that are owed. */
  private graceTo: Day = '';
  private readonly idle: { from: Day; to: Day | null }[] = [];
  private seen = 0;
  status = 'new';
  private before = 'new';
  private asked: (typeof asks)[number] | null = null;
  private isPaused = false;
  private isStopping = false;
  private isResumed = false;
  private isStoppedByPromise = false;
  private mustPayGrace = false;
  private firstPaid: Day;
  /** Of the version that was charged first. */
  private setupFeeMinor: number | null = null;
  /** With those that are not checked yet. */
  lines: Line[] = [];

  constructor(id: string, organizationId: string, terms: Terms, { today, mayTry }: { today: Day; mayTry: boolean }) {
    this.id = id;
    this.organizationId = organizationId;
    this.startedOn = today;
    const { trialDays } = terms.version.terms;
    this.trialTo = mayTry && trialDays > 0 ? addDays(today, trialDays) : null;
    this.firstPaid = this.trialTo ?? today;
    this.paidTo = this.firstPaid;
    this.agreed = new AgreedTerms(terms, { today, anchor: this.firstPaid });
  }

  get terms(): Terms {
    return this.agreed.terms;
  }

  get isEnded(): boolean {
    return this.status === 'ended';
  }

  get wasEnded(): boolean {
    return this.before === 'ended';
  }

  private get owesGrace(): boolean {
    return this.isEnded && this.paidTo < this.graceTo;
  }

  /** The service is connected again: days of grace that an ended one owes are paid with it. */
  graceIsDue(): void {
    this.mustPayGrace = this.owesGrace;
  }

  changed(terms: Terms, when: 'now' | 'period_end', today: Day): void {
    if (when === 'period_end') {
      expect(this.status, `a later change of ${this.id}`).not.toBe('trial');
      this.agreed.agreeLater(terms, this.status === 'suspended');
    } else if (this.status === 'trial') this.changeInTrial(terms, today);
    else this.agreed.moveTo(terms, { today, from: laterOf(today, this.coveredFrom) });
  }

  /** No longer than the trial of the new tariff, counted from the first day. */
  private changeInTrial(terms: Terms, today: Day): void {
    this.agreed.moveTo(terms, { today, from: today });
    const ownTo = laterOf(today, addDays(this.startedOn, terms.version.terms.trialDays));
    this.trialTo = earlierOf(this.trialTo as Day, ownTo);
    this.agreed.anchor = this.trialTo;
    this.paidTo = this.trialTo;
    this.firstPaid = this.trialTo;
  }

  keptAsItIs(): void {
    this.agreed.keep();
  }

  was(asked: (typeof asks)[number]): void {
    this.asked = asked;
    const isUsable = this.status === 'active' || this.status === 'trial';
    this.isPaused = asked === 'pause';
    this.isStopping = asked === 'stop' && isUsable;
    if (asked === 'stop' && !isUsable) this.asked = 'end';
    if (asked === 'stop' || asked === 'end') this.agreed.keep();
  }

  /** Before lines of any subscription are checked: what each has used, and whether it has ended, is asked of the others. */
  look(row: SubscriptionRow, lines: Line[]): void {
    this.lines = lines;
    this.before = this.status;
    this.status = row.status;
    this.isResumed = isIdle(this.before) && !isIdle(row.status) && row.status !== 'ended';
  }

  check(row: SubscriptionRow, lines: Line[], today: Day, organization: ModelOrganization): void {
    const newOnes = lines.slice(this.seen);
    if (this.wasEnded) for (const { kind } of newOnes) expect(kind, `after ${this.id} ended`).toBe('grace');
    this.checkEnd(row, newOnes, today);
    for (const [place, line] of newOnes.entries()) {
      const before = lines.slice(0, this.seen + place);
      const isOfChange = newOnes[place + 1]?.kind === 'change';
      if (line.kind === 'credit') this.checkCredit(line, { before, isOfChange, today }, organization.refunded);
      else
        this.checkCharge(line, before, { row, today, isGoingOn: newOnes[place - 1]?.kind === 'grace' }, organization);
    }
    if (this.isResumed && !newOnes.some(({ kind }) => kind === 'resume')) this.agreed.advance(today, today);
    if (this.isResumed) this.endIdle(today);
    this.seen = lines.length;
    if (this.mustPayGrace) expect(this.owesGrace, `grace that ${this.id} owes`).toBe(false);
    this.mustPayGrace = false;
    this.checkIdle(row, today, organization);
    this.checkState(row, today);
    this.checkDays(row, lines);
    if (row.status === 'past_due' || row.status === 'suspended' || (this.owesGrace && !this.wasEnded))
      expect(organization.availableMinor, `money that ${this.id} waits for`).toBeLessThan(
        this.neededOn(today, organization),
      );
    const fees = lines.filter(({ kind }) => kind === 'setup').length;
    expect(fees, `fees for connecting ${this.id}`).toBe(this.setupFeeMinor ? 1 : 0);
    this.asked = null;
  }

  private endIdle(today: Day): void {
    const open = this.idle.at(-1);
    if (open && open.to === null) open.to = laterOf(open.from, today);
  }

  private checkCharge(
    line: Line,
    before: Line[],
    { row, today, isGoingOn }: { row: SubscriptionRow; today: Day; isGoingOn: boolean },
    organization: ModelOrganization,
  ): void {
    const { kind, from, to } = line;
    const what = `${kind} ${from} to ${to} of ${this.id}`;
    // Going on begins today, unless today is paid for already.
    if (kind === 'resume') this.agreed.advance(today, today);
    else if (kind !== 'change') this.agreed.advance(from, today, kind === 'grace' || kind === 'setup');
    if (kind === 'resume' && !this.isResumed) this.idle.push({ from: this.paidTo, to: from });
    const { tariff, version, quantity } = this.terms;
    expect(line.versionId, `version of ${what}`).toBe(version.id);
    expect(line.quantity, `quantity of ${what}`).toBe(quantity);
    if (kind !== 'grace' || this.isResumed) this.setupFeeMinor ??= version.terms.setupFeeMinor;
    if (kind === 'setup') {
      expect([from, to, line.amountMinor], what).toEqual([this.firstPaid, this.firstPaid, version.terms.setupFeeMinor]);
      return;
    }
    if (kind === 'grace' && !isGoingOn && !this.wasEnded) this.graceTo = this.graceEnd(row, today);
    const period = periodOf(version.terms, this.agreed.anchor, from);
    const expectedTo = kind === 'grace' ? earlierOf(period.to, this.graceTo) : period.to;
    const expectedFrom = kind === 'resume' ? laterOf(today, this.paidTo) : this.paidTo;
    const days = daysBetween(period.from, period.to);
    expect([from, to, line.periodDays], `days of ${what}`).toEqual([expectedFrom, expectedTo, days]);
    const asked = { kind, to, tariffId: tariff.id, before };
    const possible = possibleDiscounts(asked, this, organization);
    expect(
      possible.map((one) => one?.id ?? null),
      `discount of ${what}`,
    ).toContain(line.discountId);
    const discount = organization.discounts.find(({ id }) => id === line.discountId) ?? null;
    expect(line.periodMinor, `price of ${what}`).toBe(discountedPrice(version.terms.priceMinor * quantity, discount));
    expect(line.amountMinor, `amount of ${what}`).toBe(shareOf(line.periodMinor, daysBetween(from, to), days));
    this.paidTo = to;
    if (kind !== 'grace') this.coveredFrom = from;
  }

  /** The days that are used without being paid: until the suspension, the end, or the money that came meanwhile. */
  private graceEnd({ status, endedOn }: SubscriptionRow, today: Day): Day {
    if (this.before === 'suspended') return this.graceTo;
    const most = addDays(this.paidTo, this.terms.version.terms.graceDays);
    return earlierOf(most, status === 'ended' ? addDays(endedOn as Day, 1) : today);
  }

  /** At most what the days cost, and no less than is left of the charge where the business has not refunded it. */
  private checkCredit(
    credit: Line,
    { before, isOfChange, today }: { before: Line[]; isOfChange: boolean; today: Day },
    refunded: Set<string>,
  ): void {
    const what = `credit from ${credit.from} of ${this.id}`;
    const from = laterOf(isOfChange ? today : addDays(today, 1), this.coveredFrom);
    expect([credit.from, credit.to], what).toEqual([from, this.paidTo]);
    const covering = before.findLast(isOfPeriod);
    if (!covering) expect.fail(`nothing is given back by the ${what}`);
    const share = shareOf(covering.periodMinor, daysBetween(credit.from, credit.to), covering.periodDays);
    const givenBackMinor = 0 - credit.amountMinor;
    expect(givenBackMinor).toBeLessThanOrEqual(share);
    const isWhole = covering.chargeId === null || !refunded.has(covering.chargeId);
    if (isWhole) expect(givenBackMinor, what).toBe(share);
    this.paidTo = credit.from;
  }

  /** At once only when it was asked for, of a promise that was not kept, or at the end of what is paid. */
  private checkEnd(row: SubscriptionRow, newOnes: Line[], today: Day): void {
    if (row.status !== 'ended' || this.wasEnded) return;
    const isAtOnce = this.asked === 'end';
    if (isAtOnce) expect(row.endedOn, `end of ${this.id}`).toBe(today);
    else expect(this.isStopping || this.before === 'new', `a stop of ${this.id}`).toBe(true);
    const isRunning = this.before === 'active' || (this.before === 'stopping' && this.coveredFrom !== '');
    const unused = laterOf(addDays(today, 1), this.coveredFrom);
    const isGivenBack = isRunning && this.terms.version.terms.refundOnStop && unused < this.paidTo;
    if (isAtOnce)
      expect(newOnes.filter(({ kind }) => kind === 'credit').length, `given back at the end of ${this.id}`).toBe(
        isGivenBack ? 1 : 0,
      );
  }
  /** From when on nothing is charged. */
  private checkIdle(row: SubscriptionRow, today: Day, { brokenPromiseOn }: ModelOrganization): void {
    const isNewlySuspended = row.status === 'suspended' && this.before !== 'suspended';
    if (isNewlySuspended) this.isStoppedByPromise = this.wasPromiseFirst(brokenPromiseOn, row, today);
    const isRefused =
      row.status === 'past_due' ||
      (row.status === 'suspended' && (row.suspendedOn as Day) <= today && !this.isStoppedByPromise);
    if (isRefused) this.agreed.advance(this.paidTo, today, true);
    const open = this.idle.at(-1);
    if (row.status === 'ended' && open?.to === null) open.to = laterOf(open.from, row.endedOn as Day);
    if (row.status === 'ended' && this.before === 'past_due' && this.paidTo < addDays(today, 1))
      this.graceTo = this.graceTo > this.paidTo ? this.graceTo : this.graceEnd(row, today);
    if (!isIdle(row.status) || this.before === row.status) return;
    if (row.status === 'paused') {
      this.idle.push({ from: addDays(today, 1), to: null });
      return;
    }
    const suspendedOn = row.suspendedOn as Day;
    const expected = addDays(this.paidTo, this.terms.version.terms.graceDays);
    if (!this.isStoppedByPromise) expect(suspendedOn, `suspension of ${this.id} on`).toBe(expected);
    this.graceTo = suspendedOn;
    this.idle.push({ from: suspendedOn, to: null });
  }

  /** What was due before the promise was broken came first: if it was refused, that is what suspends. */
  private wasPromiseFirst(brokenOn: Day | null, { suspendedOn }: SubscriptionRow, today: Day): boolean {
    const wasRunning = this.before !== 'trial' || this.coveredFrom !== '';
    const isOnItsDay = suspendedOn === earlierOf(this.paidTo, addDays(today, 1));
    return brokenOn !== null && brokenOn <= this.paidTo && wasRunning && isOnItsDay;
  }

  private checkState(row: SubscriptionRow, today: Day): void {
    const { status } = row;
    const what = `state of ${this.id}`;
    if (status !== 'ended') expect([row.chargedTo, row.trialTo], what).toEqual([this.paidTo, this.trialTo]);
    if (status === 'ended' && !this.wasEnded && this.isStopping && this.asked !== 'end')
      expect([row.endedOn, today], what).toContain(row.endedOn === today ? today : this.paidTo);
    expect([status === 'paused', status === 'stopping' || (this.isStopping && status === 'ended')], what).toEqual([
      this.isPaused,
      this.isStopping,
    ]);
    const isTrial = this.trialTo !== null && today < this.trialTo && !this.isPaused && !this.isStopping;
    if (status !== 'ended') expect(status === 'trial', what).toBe(isTrial);
    if (status === 'active' || (status === 'stopping' && today >= (this.trialTo ?? '')))
      expect(today < this.paidTo, `today of ${this.id} is paid`).toBe(true);
    const until = addDays(this.paidTo, this.terms.version.terms.graceDays);
    if (status === 'past_due') expect(this.paidTo <= today && today < until, `grace of ${this.id}`).toBe(true);
  }

  /** Every day from the first paid one on is paid once, but those of a pause or suspension. */
  private checkDays(row: SubscriptionRow, lines: Line[]): void {
    const paid = daysPaidOnce(lines);
    const end = row.status === 'ended' ? addDays(paid.at(-1) ?? addDays(this.firstPaid, -1), 1) : this.paidTo;
    expect(paid, `days of ${this.id}`).toEqual(daysBut({ from: this.firstPaid, to: end }, this.idle));
  }

  /** Without the discounts that an end at the same time may have used up. */
  private neededOn(today: Day, organization: ModelOrganization): number {
    const { status, agreed, paidTo, graceTo, trialTo, lines } = this;
    const priceOf = ({ terms: { tariff, version, quantity } }: AgreedTerms, kind: string, to: Day) => {
      const asked = { kind, to, tariffId: tariff.id, before: lines };
      const possible = possibleDiscounts(asked, this, organization);
      return Math.max(...possible.map((discount) => discountedPrice(version.terms.priceMinor * quantity, discount)));
    };
    return neededFor({ status, agreed, paidTo, graceTo, trialTo }, today, priceOf);
  }
}
