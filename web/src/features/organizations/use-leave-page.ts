import { useNavigate } from '@tanstack/react-router';
import { switchOrganization } from '../../session/refresh.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';

/** Leaves the pages of an organization that the person no longer belongs to. */
export function useLeavePage(): (message: string) => Promise<void> {
  const navigate = useNavigate();
  return async (message) => {
    // The shell retries a refused switch.
    await switchOrganization().catch(() => undefined);
    showToast({ kind: 'success', message });
    await navigate({ to: '/' });
  };
}
