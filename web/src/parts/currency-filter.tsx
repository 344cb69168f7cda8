import type { Currency } from '@kazna/contract/shared/money';
import { useQuery } from '@tanstack/react-query';
import { infoQuery } from '../queries/info.ts';
import { balanceQuery } from '../queries/money.ts';
import { useActiveOrganization } from '../queries/profile.ts';
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

/** Currencies accepted for payments, plus those on the organization's balance. */
function useCurrencies(): Currency[] {
  const { id } = useActiveOrganization();
  const { data: info } = useQuery(infoQuery());
  const { data: balance } = useQuery(balanceQuery(id));
  const fromBalances = balance?.items.map(({ currency }) => currency) ?? [];
  return [...new Set([...(info?.currencies ?? []), ...fromBalances])];
}
