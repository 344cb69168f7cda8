import { QueryCache, QueryClient } from '@tanstack/react-query';
import { failAuthentication } from '../session/failed-authentication.ts';
import { onIdentityChange } from '../session/identity.ts';
import { repeatOutdatedLoads } from './repeat-outdated-loads.ts';
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
