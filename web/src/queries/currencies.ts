import type { Currency } from '@kazna/contract/shared/money';
import { useQuery } from '@tanstack/react-query';
import { useActiveOrganization } from './active-organization.ts';
import { balanceQuery } from './balance.ts';
import { infoQuery } from './info.ts';

/** Currencies accepted for payments, plus those on the organization's balance. */
export function useCurrencies(): Currency[] {
  const { id } = useActiveOrganization();
  const { data: info } = useQuery(infoQuery());
  const { data: balance } = useQuery(balanceQuery(id));
  const fromBalances = balance?.items.map(({ currency }) => currency) ?? [];
  return [...new Set([...(info?.currencies ?? []), ...fromBalances])];
}
