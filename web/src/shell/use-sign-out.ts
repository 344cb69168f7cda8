import { signOut } from '@kazna/contract/cabinet/accounts';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { call } from '../api/client.ts';
import { clearTokens } from '../session/session.ts';

/** After this the tokens are cleared without waiting for the server. */
const signOutTimeoutMs = 3000;

export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async () => {
    // Pending queries are canceled: a 401 after the sign-out would look like a failed authentication.
    await queryClient.cancelQueries();
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, signOutTimeoutMs));
    await Promise.race([call(signOut).catch(() => undefined), timeout]);
    clearTokens();
    await router.navigate({ to: '/auth' });
  };
}
