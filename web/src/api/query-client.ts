import type { Profile } from '@kazna/contract/cabinet/profile';
import { type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { type AccessTokenClaims, decodeAccessToken } from '../session/access-token.ts';
import { failAuthentication } from '../session/failed-authentication.ts';
import { onIdentityChange, readTokens } from '../session/tokens.ts';
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

const readClaims = () => decodeAccessToken(readTokens()?.accessToken ?? '');
let claims = readClaims();

onIdentityChange((isSignedIn) => {
  const before = claims;
  claims = readClaims();
  const keepsStaffData = isSignedIn && followAsStaff(before, claims);
  const isKept = ({ queryKey: [root, part] }: Query) => root === 'profile' || root === 'admin' || part === 'staff';
  const predicate = (query: Query) => !(keepsStaffData && isKept(query));
  void queryClient.cancelQueries({ predicate });
  queryClient.removeQueries({ type: 'inactive', predicate });
  // Data of another person or organization is dropped and refetched. After a sign-out nothing is refetched: the guards
  // are about to redirect.
  if (isSignedIn) void queryClient.resetQueries({ predicate });
});

/**
 * The admin area depends on no organization of staff: a switch in another tab leaves it, with the forms that stand there,
 * and moves the profile on. Returns whether it did.
 */
function followAsStaff(before: AccessTokenClaims | null, now: AccessTokenClaims | null): boolean {
  const profile = queryClient.getQueryData<Profile>(['profile']);
  if (!profile?.operatorRole || !now || now.personId !== before?.personId) return false;
  queryClient.setQueryData<Profile>(['profile'], { ...profile, activeOrganizationId: now.organizationId });
  void queryClient.invalidateQueries({ queryKey: ['profile'] });
  return true;
}

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
