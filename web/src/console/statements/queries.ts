import { getBankStatement, listBankStatements } from '@kazna/contract/admin/bank-statements';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/query-client.ts';

export function statementsQuery() {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'statements'],
    queryFn: ({ pageParam: cursor }) => call(listBankStatements, { query: { limit: 25, cursor } }),
    select: itemsOf,
  });
}

export function statementQuery(statementId: string) {
  return queryOptions({
    queryKey: ['admin', 'statement', statementId],
    queryFn: () => call(getBankStatement, { params: { statementId } }),
  });
}
