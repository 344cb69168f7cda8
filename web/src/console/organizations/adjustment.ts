import { adjustmentForm } from '@kazna/contract/admin/balance';
import type { AdminBalance } from '@kazna/contract/admin/organizations';
import { type Currency, type Money, parseAmount } from '@kazna/contract/shared/money';
import type * as z from 'zod/mini';
import { pipe, transform } from 'zod/mini';
import { currencyIn } from '../../ui/forms/typed-amount.tsx';

export type Adjustment = z.output<typeof adjustmentForm>;

/** Raw form values: the direction is chosen, not typed as a sign. */
interface Filled extends Record<string, unknown> {
  direction?: unknown;
  amountMinor?: unknown;
}

function read({ direction, amountMinor: text, ...rest }: Filled): z.input<typeof adjustmentForm> {
  const amount = typeof text === 'string' ? parseAmount(text, currencyIn(rest)) : null;
  const amountMinor = amount === null ? text : direction === 'out' ? -amount : amount;
  // An invalid amount is left for the schema to refuse.
  return { ...rest, amountMinor } as z.input<typeof adjustmentForm>;
}

export const filledAdjustmentForm = pipe(transform(read), adjustmentForm);

export function balanceIn(balances: readonly Money[], currency: Currency): number {
  return balances.find((balance) => balance.currency === currency)?.amountMinor ?? 0;
}

export function creditLimitIn(balances: readonly AdminBalance[], currency: Currency): number {
  return balances.find((balance) => balance.currency === currency)?.creditLimitMinor ?? 0;
}
