import { type Currency, currencies, type Money, parseAmount } from '@kazna/contract/shared/money';
import type * as z from 'zod/mini';
import { pipe, transform } from 'zod/mini';

type Typed = Record<string, unknown>;

/** A form of the contract whose amount is typed by a person: «1 500,50». What is no amount is left for it to refuse. */
export function withTypedAmount<Output, Input>(
  form: z.ZodMiniType<Output, Awaited<Input>>,
  currencyOf: (typed: Typed) => Currency,
) {
  const read = (typed: Typed) => {
    const { amountMinor: text } = typed;
    if (typeof text !== 'string') return typed;
    return { ...typed, amountMinor: parseAmount(text, currencyOf(typed)) ?? text };
  };
  return pipe(transform(read as (typed: Typed) => Input), form);
}

export function currencyIn(typed: Typed): Currency {
  return currencies.find((currency) => currency === typed.currency) ?? 'RUB';
}

const amountFormats = [0, 2].map((digits) => new Intl.NumberFormat('ru-RU', { minimumFractionDigits: digits }));

/** «1 500,50» or «1 500», as one would type it. */
export function formatTypedAmount({ amountMinor }: Money): string {
  return amountFormats[amountMinor % 100 === 0 ? 0 : 1]?.format(amountMinor / 100) ?? '';
}
