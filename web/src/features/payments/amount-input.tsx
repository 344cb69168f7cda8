import { type Currency, currencySign } from '@kazna/contract/shared/money';
import { type ComponentProps, useId, useLayoutEffect, useRef } from 'react';
import { groupTypedAmount } from '../../ui/forms/group-typed-amount.ts';
import classes from './amount-input.module.css';

interface AmountInputProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  value: string;
  currency: Currency;
  hint: string;
  error: string | undefined;
  onType: (text: string) => void;
}

/** The amount as the main thing of the screen: digits are grouped while typing, the sign stands right behind them. */
export function AmountInput({ currency, hint, error, onType, ...input }: AmountInputProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);
  // React puts the caret at the end of a text that differs from the typed one.
  useLayoutEffect(() => {
    if (caret.current !== undefined) field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  return (
    <div className={classes.amount}>
      <label htmlFor={id}>Сумма</label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: only widens the field's area for a pointer */}
      <div className={classes.line} data-invalid={error ? true : undefined} onClick={() => field.current?.focus()}>
        <input
          {...input}
          ref={field}
          id={id}
          required
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          maxLength={30}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint`}
          onChange={({ currentTarget }) => {
            const { value, selectionStart } = currentTarget;
            const grouped = groupTypedAmount({ text: value, caret: selectionStart ?? value.length });
            caret.current = grouped.caret;
            onType(grouped.text);
          }}
        />
        <span aria-hidden="true">{currencySign(currency)}</span>
      </div>
      <p id={`${id}-hint`} className={classes.hint} data-error={error ? true : undefined}>
        {error ?? hint}
      </p>
    </div>
  );
}
