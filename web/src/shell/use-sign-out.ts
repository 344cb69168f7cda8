import { signOut } from '@kazna/contract/cabinet/accounts';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { call } from '../api/client.ts';
import { clearTokens } from '../session/session.ts';

/** How long the server may take; the person is signed out here in any case. */
const signOutTimeoutMs = 3000;

export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async () => {
    // A query answered after the session has ended would look like a failed authentication.
    await queryClient.cancelQueries();
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, signOutTimeoutMs));
    await Promise.race([call(signOut).catch(() => undefined), timeout]);
    clearTokens();
    await router.navigate({ to: '/auth' });
  };
}
