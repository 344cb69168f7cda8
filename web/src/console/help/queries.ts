import { getHelpAsStaff, listHelpAsStaff } from '@kazna/contract/admin/help';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { refreshAdmin } from '../staff-calls.ts';

export function helpQuery() {
  return queryOptions({ queryKey: ['admin', 'help'], queryFn: () => call(listHelpAsStaff) });
}

export function articleQuery(articleId: string) {
  return queryOptions({
    queryKey: ['admin', 'help', articleId],
    queryFn: () => call(getHelpAsStaff, { params: { articleId } }),
  });
}

/** Staff read the same help as customers. */
export async function refreshHelp(): Promise<void> {
  await Promise.all([refreshAdmin(), queryClient.invalidateQueries({ queryKey: ['info'] })]);
}
