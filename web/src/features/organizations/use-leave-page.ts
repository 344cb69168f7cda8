import { useNavigate } from '@tanstack/react-router';
import { switchOrganization } from '../../session/refresh.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';

/** What follows when the open organization is no longer the person's: they go on in another, from the start page. */
export function useLeavePage(): (message: string) => Promise<void> {
  const navigate = useNavigate();
  return async (message) => {
    // The shell tries again when this is refused.
    await switchOrganization().catch(() => undefined);
    showToast({ kind: 'success', message });
    await navigate({ to: '/' });
  };
}
