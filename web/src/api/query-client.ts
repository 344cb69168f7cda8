import { QueryCache, QueryClient } from '@tanstack/react-query';
import { failAuthentication } from '../session/failed-authentication.ts';
import { onIdentityChange } from '../session/identity.ts';
import { statusOf } from './request.ts';

/** Loaded by the pages that ask, not by those for signing in: it is a tenth of their code. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (rejection) => {
      if (statusOf(rejection) === 401) failAuthentication();
    },
  }),
  defaultOptions: { queries: { retry: false, staleTime: 30_000 } },
});

onIdentityChange((isSignedIn) => {
  void queryClient.cancelQueries();
  queryClient.removeQueries({ type: 'inactive' });
  // What another person or organization saw goes from the screen and is asked for anew. After a sign-out nothing is
  // asked: the guards are about to take the page away.
  if (isSignedIn) void queryClient.resetQueries();
});
