import type { TariffTerms } from '@kazna/contract/shared/tariffs';
import { addDays, type Day, haveSamePeriods, laterOf } from './subscription-calendar.ts';

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

export interface Terms {
  tariff: ModelTariff;
  version: ModelVersion;
  quantity: number;
}

const noticeDays = 14;

/** What a subscription costs from which day on: its tariff, the change that waits, and prices that were announced. */
export class AgreedTerms {
  terms: Terms;
  /** Where periods by the connection begin. */
  anchor: Day;
  private pending: (Terms & { isAfterGrace: boolean }) | null = null;
  /** The day from which its customer is notified of newer prices of the tariff. */
  private onTariffSince: Day;

  constructor(terms: Terms, { today, anchor }: { today: Day; anchor: Day }) {
    this.terms = terms;
    this.anchor = anchor;
    this.onTariffSince = today;
  }

  copy(): AgreedTerms {
    return Object.assign(new AgreedTerms(this.terms, { today: this.onTariffSince, anchor: this.anchor }), {
      pending: this.pending,
    });
  }

  /** Of a suspended one the days of grace that it owes are those of the terms before. */
  agreeLater(terms: Terms, isAfterGrace: boolean): void {
    this.pending = { ...terms, isAfterGrace };
  }

  keep(): void {
    this.pending = null;
  }

  /** Periods of another length begin on the day. */
  moveTo(terms: Terms, { today, from }: { today: Day; from: Day }): void {
    if (terms.tariff !== this.terms.tariff) this.onTariffSince = today;
    if (!haveSamePeriods(this.terms.version.terms, terms.version.terms)) this.anchor = from;
    this.terms = terms;
  }

  /** What waits for the day is in force: the agreed change, then the newest price that was announced in time. */
  advance(day: Day, today: Day, isGrace = false): void {
    if (this.pending && !(isGrace && this.pending.isAfterGrace)) {
      this.moveTo(this.pending, { today, from: day });
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
}
