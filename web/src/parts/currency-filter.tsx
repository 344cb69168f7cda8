import { useCurrencies } from '../queries/currencies.ts';
import { FilterChoice } from '../ui/lists/filter-bar.tsx';

interface CurrencyFilterProps {
  value: string | undefined;
  onChange: (currency: string | undefined) => void;
}

/** Hidden while there is only one currency. */
export function CurrencyFilter({ value, onChange }: CurrencyFilterProps) {
  const currencies = useCurrencies();
  if (currencies.length < 2 && !value) return null;
  return (
    <FilterChoice
      label="Валюта"
      value={value}
      words={Object.fromEntries(currencies.map((code) => [code, code]))}
      onChange={onChange}
    />
  );
}
