import { type Currency, currencies, type Money, parseAmount } from '@kazna/contract/shared/money';
import type * as z from 'zod/mini';
import { pipe, transform } from 'zod/mini';
import { lazy } from '../../format/lazy.ts';

type Typed = Record<string, unknown>;

/** Parses a typed amount («1 500,50») before the contract's schema; an invalid one is left for the schema to refuse. */
export function withTypedAmount<Output, Input>(
  form: z.ZodMiniType<Output, Awaited<Input>>,
  currencyOf: (typed: Typed) => Currency,
) {
  return withTypedAmounts(form, ['amountMinor'], currencyOf);
}

/** The same for several fields of one currency. */
export function withTypedAmounts<Output, Input>(
  form: z.ZodMiniType<Output, Awaited<Input>>,
  names: readonly string[],
  currencyOf: (typed: Typed) => Currency,
) {
  const read = (typed: Typed) => {
    const currency = currencyOf(typed);
    const parsed = names.flatMap((name) => {
      const text = typed[name];
      return typeof text === 'string' ? [[name, parseAmount(text, currency) ?? text]] : [];
    });
    return { ...typed, ...Object.fromEntries(parsed) };
  };
  return pipe(transform(read as (typed: Typed) => Input), form);
}

export function currencyIn(typed: Typed): Currency {
  return currencies.find((currency) => currency === typed.currency) ?? 'RUB';
}

const amountFormats = [0, 2].map((digits) =>
  lazy(() => new Intl.NumberFormat('ru-RU', { minimumFractionDigits: digits })),
);

/** Returns «1 500,50» or «1 500». */
export function formatTypedAmount({ amountMinor }: Money): string {
  return amountFormats[amountMinor % 100 === 0 ? 0 : 1]?.().format(amountMinor / 100) ?? '';
}
