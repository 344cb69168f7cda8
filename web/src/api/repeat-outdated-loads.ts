import type { Query, QueryClient } from '@tanstack/react-query';

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
