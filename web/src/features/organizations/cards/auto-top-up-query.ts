import { getAutoTopUp } from '@kazna/contract/cabinet/auto-top-up';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

export function autoTopUpQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['payments', 'auto-top-up', organizationId],
    queryFn: () => call(getAutoTopUp, { params: { organizationId } }),
  });
}
