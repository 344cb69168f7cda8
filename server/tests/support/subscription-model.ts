import type { TariffTerms } from '@kazna/contract/shared/tariffs';
import { expect } from 'vitest';
import { addDays, type Day, daysBetween, laterOf } from '../../src/services/subscriptions/periods.ts';
import type { SubscriptionRow } from '../../src/services/subscriptions/subscriptions-store.ts';

/** A line with all that it was worked out from. */
export interface Line {
  kind: string;
  from: Day;
  to: Day;
  versionId: string;
  quantity: number;
  periodMinor: number;
  periodDays: number;
  amountMinor: number;
  chargeId: string | null;
  discountId: string | null;
}

interface ModelVersion {
  id: string;
  number: number;
  terms: TariffTerms;
  createdOn: Day;
  /** Null where running subscriptions keep the price they have. */
  runningFrom: Day | null;
}

export interface ModelTariff {
  id: string;
  /** Oldest first. */
  versions: ModelVersion[];
}

export interface ModelDiscount {
  id: string;
  tariffId: string | null;
  percent: number | null;
  amountMinor: number | null;
  periods: number | null;
  isEnded: boolean;
}

interface Terms {
  tariff: ModelTariff;
  version: ModelVersion;
  quantity: number;
}

/** Everything of one organization's discounts that a charge depends on. */
export interface Discounts {
  /** Newest first. */
  given: ModelDiscount[];
  /** Of the organization: what has ended counts for all, and may have ended before a charge or after it. */
  others: SubscriptionModel[];
}

const noticeDays = 14;
const isIdle = (status: string) => status === 'paused' || status === 'suspended';

/** What a subscription must have been charged, worked out from what was done to it and the words of the design. */
export class SubscriptionModel {
  readonly id: string;
  readonly organizationId: string;
  terms: Terms;
  private pending: (Terms & { isAfterGrace: boolean }) | null = null;
  /** The day from which its customer is notified of newer prices of the tariff. */
  private onTariffSince: Day;
  private readonly idle: { from: Day; to: Day | null }[] = [];
  private seen = 0;
  private status = 'new';
  private wasEnded = false;
  private isResumed = false;
  private isNewlyIdle = false;
  private firstPaid: Day = '';
  /** Of the version that was charged first. */
  private setupFeeMinor: number | null = null;
  /** By discount, with the lines that are not checked yet. */
  private used = new Map<string | null, Line[]>();

  constructor(id: string, organizationId: string, terms: Terms, today: Day) {
    this.id = id;
    this.organizationId = organizationId;
    this.terms = terms;
    this.onTariffSince = today;
  }

  get isEnded(): boolean {
    return this.status === 'ended';
  }

  changed(terms: Terms, when: 'now' | 'period_end', today: Day): void {
    if (when === 'period_end') this.pending = { ...terms, isAfterGrace: this.status === 'suspended' };
    else this.moveTo(terms, today);
  }

  keptAsItIs(): void {
    this.pending = null;
  }

  /** Before lines of any subscription are checked: what each has used, and whether it has ended, is asked of the others. */
  look(row: SubscriptionRow, lines: Line[]): void {
    this.wasEnded = this.isEnded;
    this.firstPaid = row.trialTo ?? row.startedOn;
    this.used = Map.groupBy(lines.filter(isOfPeriod), ({ discountId }) => discountId);
    const before = this.status;
    this.status = row.status;
    const open = this.idle.at(-1);
    this.isResumed = isIdle(before) && !isIdle(row.status) && row.status !== 'ended';
    if (!isIdle(before) && isIdle(row.status)) this.isNewlyIdle = true;
    if (open && open.to === null && row.status === 'ended') open.to = laterOf(open.from, row.endedOn as Day);
  }

  check(row: SubscriptionRow, lines: Line[], today: Day, discounts: Discounts, refunded: Set<string>): void {
    const newOnes = lines.slice(this.seen);
    if (this.wasEnded) for (const { kind } of newOnes) expect(kind, `after the end of ${this.id}`).toBe('grace');
    for (const [place, line] of newOnes.entries()) {
      if (line.kind === 'credit') this.checkCredit(line, lines.slice(0, this.seen + place), refunded);
      else this.checkCharge(line, lines.slice(0, this.seen + place), today, discounts);
    }
    if (this.isResumed) this.endIdle(today);
    this.seen = lines.length;
    const isRefused = row.status === 'past_due' || (row.status === 'suspended' && (row.suspendedOn as Day) <= today);
    if (isRefused) this.advance(row.chargedTo, today, true);
    if (this.isNewlyIdle) {
      const from = row.status === 'suspended' ? (row.suspendedOn as Day) : addDays(today, 1);
      if (isIdle(row.status)) this.idle.push({ from, to: null });
      this.isNewlyIdle = false;
    }
    if (row.status === 'stopping' || row.status === 'ended') this.pending = null;
    this.checkDays(row, lines, today);
    const fees = lines.filter(({ kind }) => kind === 'setup').length;
    expect(fees, `fees for connecting ${this.id}`).toBe(this.setupFeeMinor ? 1 : 0);
  }

  private moveTo(terms: Terms, today: Day): void {
    if (terms.tariff !== this.terms.tariff) this.onTariffSince = today;
    this.terms = terms;
  }

  private endIdle(today: Day): void {
    const open = this.idle.at(-1);
    if (open && open.to === null) open.to = laterOf(open.from, today);
  }

  /** What waits for the day is in force: the agreed change, then the newest price that was announced in time. */
  private advance(day: Day, today: Day, isGrace = false): void {
    if (this.pending && !(isGrace && this.pending.isAfterGrace)) {
      this.moveTo(this.pending, today);
      this.pending = null;
    }
    const { tariff, version } = this.terms;
    const reached = tariff.versions.findLast(({ number, runningFrom, createdOn }) => {
      const noticedOn = laterOf(createdOn, this.onTariffSince);
      return (
        number > version.number && runningFrom !== null && runningFrom <= day && addDays(noticedOn, noticeDays) <= day
      );
    });
    if (reached) this.terms = { ...this.terms, version: reached };
  }

  private checkCharge(line: Line, before: Line[], today: Day, discounts: Discounts): void {
    const { kind, from, to } = line;
    // Going on begins today, unless today is paid for already.
    if (kind === 'resume') this.advance(today, today);
    else if (kind !== 'change') this.advance(from, today, kind === 'grace');
    if (kind === 'resume' && !this.isResumed) this.idleBefore(from, before);
    const { version, quantity } = this.terms;
    const what = `${kind} ${from} to ${to} of ${this.id}`;
    expect(line.versionId, `version of ${what}`).toBe(version.id);
    expect(line.quantity, `quantity of ${what}`).toBe(quantity);
    if (kind === 'setup') {
      expect(line.amountMinor).toBe(version.terms.setupFeeMinor);
      return;
    }
    if (kind !== 'grace') this.setupFeeMinor ??= version.terms.setupFeeMinor;
    const possible = this.possibleDiscounts(line, before, discounts);
    expect(
      possible.map((one) => one?.id ?? null),
      `discount of ${what}`,
    ).toContain(line.discountId);
    const discount = discounts.given.find(({ id }) => id === line.discountId) ?? null;
    expect(line.periodMinor, `price of ${what}`).toBe(discountedPrice(version.terms.priceMinor * quantity, discount));
    expect(line.amountMinor, `amount of ${what}`).toBe(shareOf(line, from));
  }

  /** Suspended and resumed within one step of the history: the rest of a period may cost less than the balance has. */
  private idleBefore(day: Day, before: Line[]): void {
    const paidTo = before.reduce(
      (last, { kind, to }) => (kind === 'credit' ? last : laterOf(last, to)),
      this.firstPaid,
    );
    this.idle.push({ from: paidTo, to: day });
  }
  /** How many periods the discount was for. */
  private periodsOf(discountId: string): number {
    return new Set(this.used.get(discountId)?.map(({ to }) => to)).size;
  }

  /** The one that goes first, and those before it that an end at the same time may have used up. */
  private possibleDiscounts(line: Line, before: Line[], { given, others }: Discounts): (ModelDiscount | null)[] {
    const { tariff } = this.terms;
    const active = given.filter(({ isEnded }) => !isEnded);
    const inOrder = [
      ...active.filter(({ tariffId }) => tariffId === tariff.id),
      ...active.filter(({ tariffId }) => tariffId === null),
    ];
    const possible: (ModelDiscount | null)[] = [];
    for (const discount of inOrder) {
      const own = before.filter((one) => isOfPeriod(one) && one.discountId === discount.id);
      const ends = new Set(own.map(({ to }) => to));
      const usedBy = (subscriptions: SubscriptionModel[]) =>
        subscriptions.filter((one) => one !== this).reduce((sum, one) => sum + one.periodsOf(discount.id), ends.size);
      const { periods } = discount;
      const isWithinOne = line.kind !== 'period' && [...ends].some((end) => line.from < end);
      const [least, most] = [
        usedBy(others.filter(({ wasEnded }) => wasEnded)),
        usedBy(others.filter((one) => one.isEnded)),
      ];
      if (periods === null || isWithinOne || most < periods) return [...possible, discount];
      if (least < periods) possible.push(discount);
    }
    return [...possible, null];
  }

  /** At most what the days cost, and no less than is left of the charge where the business has not refunded it. */
  private checkCredit(credit: Line, before: Line[], refunded: Set<string>): void {
    const covering = before.findLast(
      ({ kind, from, to }) => kind !== 'credit' && from <= credit.from && to === credit.to,
    );
    if (!covering) expect.fail(`nothing is given back by the credit from ${credit.from} of ${this.id}`);
    const share = shareOf(covering, credit.from);
    const givenBackMinor = 0 - credit.amountMinor;
    expect(givenBackMinor).toBeLessThanOrEqual(share);
    const isWhole = covering.chargeId === null || !refunded.has(covering.chargeId);
    if (isWhole) expect(givenBackMinor, `credit from ${credit.from} of ${this.id}`).toBe(share);
  }

  /** Every day from the first paid one on is paid once, but those of a pause or suspension. */
  private checkDays(row: SubscriptionRow, lines: Line[], today: Day): void {
    const counts = countDays(lines);
    for (const [day, times] of counts) expect([0, 1], `${day} of ${this.id}`).toContain(times);
    const paid = [...counts].flatMap(([day, times]) => (times === 1 ? [day] : [])).sort();
    const last = paid.at(-1);
    const end = row.status === 'ended' ? (last ? addDays(last, 1) : null) : row.chargedTo;
    expect(paid, `days of ${this.id}`).toEqual(end ? this.expectedDays(this.firstPaid, end) : []);
    const isInTrial = row.trialTo !== null && today < row.trialTo;
    if (row.status === 'trial') expect(isInTrial).toBe(true);
    if (row.status === 'active' || (row.status === 'stopping' && !isInTrial))
      expect(paid, `today of ${this.id}`).toContain(today);
    if (row.status === 'past_due') {
      expect(today >= row.chargedTo).toBe(true);
      expect(daysBetween(row.chargedTo, today)).toBeLessThan(row.version.terms.graceDays);
    }
  }

  private expectedDays(first: Day, end: Day): Day[] {
    const days: Day[] = [];
    for (let day = first; day < end; day = addDays(day, 1))
      if (!this.idle.some(({ from, to }) => from <= day && (to === null || day < to))) days.push(day);
    return days;
  }
}

/** They end with a period, by which it is counted. */
const isOfPeriod = ({ kind }: Line) => kind === 'period' || kind === 'change' || kind === 'resume';

/** How often each day is paid for. */
function countDays(lines: Line[]): Map<Day, number> {
  const days = new Map<Day, number>();
  for (const { kind, from, to } of lines) {
    if (kind === 'setup') continue;
    for (let day = from; day < to; day = addDays(day, 1))
      days.set(day, (days.get(day) ?? 0) + (kind === 'credit' ? -1 : 1));
  }
  return days;
}

/** Half up, once a line, so that no line is further than half a kopeck from its share. */
function shareOf({ periodMinor, periodDays, to }: Line, from: Day): number {
  return Math.floor((periodMinor * daysBetween(from, to) * 2 + periodDays) / (2 * periodDays));
}

function discountedPrice(fullMinor: number, discount: ModelDiscount | null): number {
  if (discount?.percent) return Math.floor((fullMinor * (100 - discount.percent) * 2 + 100) / 200);
  return Math.max(0, fullMinor - (discount?.amountMinor ?? 0));
}
