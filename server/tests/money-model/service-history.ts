import type { Charge, Organization, Ref } from './history.ts';
import type { Part, TariffName } from './service-terms.ts';
import type { Bill } from './subscription-money.ts';

/** Steps of what is sold by time. */
export type ServiceStep =
  | { do: 'pass'; days: number }
  | { do: 'connect'; organization: Ref; tariff: TariffName; quantity: number }
  | { do: 'change'; subscription: Ref; tariff: TariffName; quantity: number }
  | { do: 'pause'; subscription: Ref }
  | { do: 'resume'; subscription: Ref }
  | { do: 'stop'; subscription: Ref; when: 'now' | 'period_end'; tabs: number }
  | { do: 'discount'; organization: Ref; percent: number }
  | { do: 'promise'; organization: Ref };
export type UsageStep = { do: 'use'; subscription: Ref; quantity: number };

export interface Subscription {
  label: string;
  id: string;
  organization: Organization;
  tariff: TariffName;
  quantity: number;
  status: 'trial' | 'active' | 'past_due' | 'suspended' | 'paused' | 'stopping' | 'ended';
  /** The first day that is paid for; periods are counted from it. */
  anchor: number;
  /** The first day that is not charged yet. */
  chargedTo: number;
  suspendedOn: number;
  owesSetup: boolean;
  hadTrial: boolean;
  /** It ended with days of grace that nobody has paid. */
  owedGrace: Bill | null;
  pending: { tariff: TariffName; quantity: number } | null;
  /** Days that were charged, without a charge where they came to nothing. */
  covering: (Part & { charge: Charge | null })[];
  endedOn: number;
  /** By day, what is not charged yet. */
  used: Map<number, number>;
  /** The day on which usage was charged and not covered. */
  owedSince: number | null;
  /** How many charges it has. */
  charges: number;
}

/** Something is paid for, or used and owed. */
export function isKeptOpenBy({ status }: Subscription): boolean {
  return status === 'active' || status === 'past_due' || status === 'stopping';
}
