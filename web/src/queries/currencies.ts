import type { Currency } from '@kazna/contract/shared/money';
import { useQuery } from '@tanstack/react-query';
import { useActiveOrganization } from './active-organization.ts';
import { balanceQuery } from './balance.ts';
import { infoQuery } from './info.ts';

/** In which payments are taken, and in which the organization has or had money. */
export function useCurrencies(): Currency[] {
  const { id } = useActiveOrganization();
  const { data: info } = useQuery(infoQuery());
  const { data: balance } = useQuery(balanceQuery(id));
  const fromBalances = balance?.items.map(({ currency }) => currency) ?? [];
  return [...new Set([...(info?.currencies ?? []), ...fromBalances])];
}
