import { type Currency, currencies, type Money, parseAmount } from '@kazna/contract/shared/money';
import type { TextInputProps } from '@mantine/core';
import { type ChangeEvent, useLayoutEffect, useRef } from 'react';
import type * as z from 'zod/mini';
import { pipe, transform } from 'zod/mini';
import { lazy } from '../../format/numbers.ts';
import { TextField } from './fields.tsx';

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

/** Groups the digits while typing; the caret stays where the person put it. */
export function useGroupedTyping(onGrouped: (event: ChangeEvent<HTMLInputElement>) => void) {
  const ref = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);
  // React puts the caret at the end of a text that differs from the typed one.
  useLayoutEffect(() => {
    if (caret.current !== undefined) ref.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const { value, selectionStart } = event.currentTarget;
    const grouped = groupTypedAmount({ text: value, caret: selectionStart ?? value.length });
    caret.current = grouped.caret;
    event.currentTarget.value = grouped.text;
    onGrouped(event);
  };
  return { ref, onChange };
}

export function AmountField({ onChange, ...props }: TextInputProps) {
  const typing = useGroupedTyping((event) => onChange?.(event));
  return (
    <TextField
      {...props}
      {...typing}
      required
      withAsterisk={false}
      inputMode="decimal"
      autoComplete="off"
      maxLength={30}
    />
  );
}

export interface TypedText {
  text: string;
  caret: number;
}

const spaces = /[\s\u00a0\u202f]/g;

/**
 * Groups digits of a typed amount: «12500,5» becomes «12 500,5»; a pasted sign goes, the field has its own. Whatever is no amount
 * stays as typed, for the form to say what is wrong with it. The caret stays behind the same digit.
 */
export function groupTypedAmount({ text, caret }: TypedText): TypedText {
  const [, whole, rest = ''] = /^(\d+)([.,]\d*)?[₽$€₸]?$/.exec(text.replace(spaces, '')) ?? [];
  if (whole === undefined) return { text, caret };
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0') + rest;
  const typedBefore = text.slice(0, caret).replace(spaces, '').length;
  let position = 0;
  for (let left = typedBefore; left > 0 && position < grouped.length; position += 1) {
    if (grouped[position] !== '\u00a0') left -= 1;
  }
  return { text: grouped, caret: position };
}
