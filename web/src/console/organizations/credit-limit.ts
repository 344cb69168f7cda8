import { creditLimitForm } from '@kazna/contract/admin/balance';
import { parseAmount } from '@kazna/contract/shared/money';
import type * as z from 'zod/mini';
import { pipe, transform } from 'zod/mini';
import { currencyIn } from '../../ui/forms/typed-amount.tsx';

export type CreditLimit = z.output<typeof creditLimitForm>;

function read({ limitMinor: text, ...rest }: Record<string, unknown>): z.input<typeof creditLimitForm> {
  const limit = typeof text === 'string' ? parseAmount(text, currencyIn(rest)) : null;
  // An invalid amount is left for the schema to refuse.
  return { ...rest, limitMinor: limit ?? text } as z.input<typeof creditLimitForm>;
}

export const filledCreditLimitForm = pipe(transform(read), creditLimitForm);
