import { listKeys } from '@kazna/contract/admin/keys';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

export function keysQuery() {
  return queryOptions({
    queryKey: ['admin', 'keys'],
    queryFn: () => call(listKeys),
    select: ({ items }) => items,
  });
}
