import { type Currency, currencySign, parseAmount } from '@kazna/contract/shared/money';
import { type ComponentProps, useId } from 'react';
import { formatTypedAmount, useGroupedTyping } from '../../../ui/forms/typed-amount.tsx';
import classes from './amount-input.module.css';
import createPaymentClasses from './create-payment.module.css';

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
  const typing = useGroupedTyping(({ currentTarget }) => onType(currentTarget.value));
  return (
    <div className={classes.amount}>
      <label htmlFor={id}>Сумма</label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: only widens the field's area for a pointer */}
      <div className={classes.line} data-invalid={error ? true : undefined} onClick={() => typing.ref.current?.focus()}>
        <input
          {...input}
          {...typing}
          id={id}
          required
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          maxLength={30}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint`}
        />
        <span aria-hidden="true">{currencySign(currency)}</span>
      </div>
      <p id={`${id}-hint`} className={classes.hint} data-error={error ? true : undefined}>
        {error ?? hint}
      </p>
    </div>
  );
}

const usualMinor: Record<Currency, number[]> = {
  RUB: [1_000_00, 5_000_00, 10_000_00],
  USD: [20_00, 50_00, 100_00],
  EUR: [20_00, 50_00, 100_00],
  KZT: [10_000_00, 25_000_00, 50_000_00],
  BYN: [50_00, 100_00, 500_00],
};

interface AmountChoicesProps {
  value: string;
  currency: Currency;
  /** What a month costs at the present pace; null while unknown or nothing is spent. */
  monthMinor: number | null;
  onChoose: (text: string) => void;
}

export function AmountChoices({ value, currency, monthMinor, onChoose }: AmountChoicesProps) {
  const chosen = parseAmount(value, currency);
  const choice = (amountMinor: number, label: string) => (
    <button
      key={label}
      type="button"
      className={createPaymentClasses.choice}
      aria-pressed={chosen === amountMinor}
      onClick={() => onChoose(formatTypedAmount({ amountMinor, currency }))}
    >
      {label}
    </button>
  );
  // The field above shows the sign.
  const short = (amountMinor: number) => formatTypedAmount({ amountMinor, currency });
  return (
    <fieldset className={createPaymentClasses.choices}>
      <legend className={createPaymentClasses.hidden}>Частые суммы</legend>
      {usualMinor[currency].map((amountMinor) => choice(amountMinor, short(amountMinor)))}
      {monthMinor !== null && choice(monthMinor, `На месяц · ${short(monthMinor)}`)}
    </fieldset>
  );
}
