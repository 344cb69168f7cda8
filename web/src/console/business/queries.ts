import { getBusiness } from '@kazna/contract/admin/business';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

export function businessQuery() {
  return queryOptions({ queryKey: ['admin', 'business'], queryFn: () => call(getBusiness) });
}
