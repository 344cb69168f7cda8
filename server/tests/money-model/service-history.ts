import type { TariffName } from './service-terms.ts';

type Ref = string;

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
