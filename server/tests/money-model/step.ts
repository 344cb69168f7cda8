import type { ProviderName } from '../support/shop.ts';
import type { Currency } from './pots.ts';
import type { TariffName } from './service-terms.ts';

export type Method = 'card' | 'sbp';
export type Outcome = 'pending' | 'succeeded' | 'canceled';
/** The label of the step that made the thing. */
export type Ref = string;

/** Plain data, so that a history can be printed, replayed and shortened. */
export type Step =
  | ServiceStep
  | UsageStep
  | { do: 'repeat'; step: Ref; isOther: boolean }
  | TopUpStep
  | { do: 'open link'; organization: Ref; amount: number | null }
  | ({ do: 'pay link'; link: Ref } & Paying)
  | { do: 'choose provider'; method: Method; provider: ProviderName }
  | { do: 'pay late'; payment: Ref }
  | { do: 'cancel payment'; payment: Ref }
  | { do: 'resolve payment'; payment: Ref; status: 'succeeded' | 'canceled' }
  | { do: 'refund payment'; payment: Ref; amount: number; byStaff: boolean; outcome: Outcome }
  | { do: 'decide refund'; refund: Ref; status: 'succeeded' | 'canceled' }
  | { do: 'ask of refund'; refund: Ref }
  | { do: 'resolve refund'; refund: Ref; status: 'succeeded' | 'canceled' }
  | { do: 'post statement'; documents: { organization: Ref | null; amount: number }[] }
  | { do: 'undo statement'; statement: Ref }
  | { do: 'assign receipt'; receipt: Ref; organization: Ref }
  | { do: 'return receipt'; receipt: Ref }
  | ({ do: 'set limit' } & Sum)
  | ({ do: 'hold' } & Sum)
  | { do: 'capture'; hold: Ref; amount: number | null }
  | { do: 'release'; hold: Ref }
  | { do: 'expire'; hold: Ref }
  | ({ do: 'charge' } & Sum)
  | { do: 'charge batch'; charges: Sum[] }
  | { do: 'refund charge'; charge: Ref; amount: number | null }
  | ({ do: 'correct' } & Sum)
  | { do: 'undo correction'; correction: Ref; amount: number }
  | { do: 'request return'; organization: Ref; amount: number }
  | { do: 'answer return'; bankReturn: Ref; status: 'returned' | 'declined' }
  | { do: 'bring friend'; referrer: Ref; amount: number; currency: Currency }
  | { do: 'credit bonuses' }
  | { do: 'close'; organization: Ref }
  | { do: 'delete account'; person: Ref };
export interface Sum {
  organization: Ref;
  amount: number;
  currency: Currency;
}
export interface Paying {
  amount: number;
  method: Method;
  how: 'paid' | 'declined' | 'unpaid' | 'other sum';
}
interface TopUpStep extends Paying {
  do: 'top up';
  organization: Ref;
  payer: Ref;
  currency: Currency;
  /** Is connected once the payment has succeeded. */
  connects?: Connecting;
}
export interface Connecting {
  tariff: TariffName;
  quantity: number;
}
export type StepName = Step['do'];

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
