import { type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { failAuthentication } from '../session/failed-authentication.ts';
import { onIdentityChange } from '../session/tokens.ts';
import { statusOf } from './request.ts';

/** Not imported by sign-in pages: it would add a tenth to their code. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (rejection) => {
      if (statusOf(rejection) === 401) failAuthentication();
    },
  }),
  defaultOptions: {
    // Without a network a query fails and says so; the library would pause it, and the skeleton would stay for ever.
    queries: { retry: false, staleTime: 30_000, networkMode: 'always', refetchOnReconnect: true },
  },
});
repeatOutdatedLoads(queryClient);

onIdentityChange((isSignedIn) => {
  void queryClient.cancelQueries();
  queryClient.removeQueries({ type: 'inactive' });
  // Data of another person or organization is dropped and refetched. After a sign-out nothing is refetched: the guards
  // are about to redirect.
  if (isSignedIn) void queryClient.resetQueries();
});

/**
 * A first load goes on when its query is invalidated, though its answer may be older than the change; the library cancels
 * later loads only. Such an answer is shown and asked for again.
 */
export function repeatOutdatedLoads(client: QueryClient): void {
  const outdated = new WeakSet<Query>();
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    const { data, fetchStatus } = query.state;
    if (action.type === 'invalidate' && fetchStatus === 'fetching' && data === undefined) outdated.add(query);
    if (action.type === 'success' && outdated.delete(query)) {
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }
  });
}

export interface PageOf<Item> {
  items: Item[];
  nextCursor: string | null;
}

export const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: PageOf<unknown>) => page.nextCursor ?? undefined,
};

export function itemsOf<Item>({ pages }: { pages: PageOf<Item>[] }): Item[] {
  return pages.flatMap((page) => page.items);
}
