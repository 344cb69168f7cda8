import { queryOptions } from '@tanstack/react-query';
import { type OpenApi, operationsByTag } from './operations.ts';

/** The document that programs read too: the page cannot say anything else than the server does. */
export function operatorApiQuery() {
  return queryOptions({
    queryKey: ['operator-api'],
    queryFn: async () => {
      const answer = await fetch('/v1/openapi.json');
      if (!answer.ok) throw await answer.json();
      return operationsByTag((await answer.json()) as OpenApi);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
