import { getBalance } from '@kazna/contract/cabinet/balance';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';

/** Disabled without an organization. */
export function balanceQuery(organizationId: string | undefined) {
  return queryOptions({
    queryKey: ['balance', organizationId],
    queryFn: () => call(getBalance, { params: { organizationId: organizationId ?? '' } }),
    enabled: organizationId !== undefined,
  });
}
