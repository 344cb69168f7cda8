import { type Currency, parseAmount } from '@kazna/contract/shared/money';
import { formatTypedAmount } from '../../ui/forms/typed-amount.ts';
import classes from './create-payment.module.css';

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
      className={classes.choice}
      aria-pressed={chosen === amountMinor}
      onClick={() => onChoose(formatTypedAmount({ amountMinor, currency }))}
    >
      {label}
    </button>
  );
  // The field above shows the sign.
  const short = (amountMinor: number) => formatTypedAmount({ amountMinor, currency });
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.hidden}>Частые суммы</legend>
      {usualMinor[currency].map((amountMinor) => choice(amountMinor, short(amountMinor)))}
      {monthMinor !== null && choice(monthMinor, `На месяц · ${short(monthMinor)}`)}
    </fieldset>
  );
}
