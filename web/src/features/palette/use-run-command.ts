import { useNavigate } from '@tanstack/react-router';
import { switchOrganization } from '../../session/refresh.ts';
import { useSignOut } from '../../shell/use-sign-out.ts';
import { useThemeMode } from '../../theme/use-theme-mode.ts';
import { asProblem } from '../../ui/feedback/problem.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import type { Command } from './commands.ts';

export function useRunCommand(): (command: Command) => void {
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { toggle } = useThemeMode();

  return ({ does }) => {
    if ('link' in does) {
      void navigate(does.link);
    } else if ('switchTo' in does) {
      switchOrganization(does.switchTo).catch((reason) =>
        showToast({ kind: 'error', message: 'Перейти не получилось', detail: asProblem(reason).detail }),
      );
    } else if (does.act === 'theme') {
      toggle();
    } else {
      void signOut();
    }
  };
}
