import { listBankReturns } from '@kazna/contract/cabinet/bank-returns';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/pages.ts';

/** Whatever moves the balance changes what can be returned. Disabled without an organization. */
export function bankReturnsQuery(organizationId: string | undefined) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['balance', organizationId, 'bank-returns'],
    queryFn: ({ pageParam: cursor }) =>
      call(listBankReturns, { params: { organizationId: organizationId ?? '' }, query: { limit: 5, cursor } }),
    select: (data) => ({ items: itemsOf(data), returnable: data.pages[0]?.returnable ?? [] }),
    enabled: organizationId !== undefined,
  });
}
