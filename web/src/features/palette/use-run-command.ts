import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { switchOrganization } from '../../session/refresh.ts';
import { useSignOut } from '../../shell/use-sign-out.ts';
import { asProblem } from '../../ui/problem.ts';
import { showToast } from '../../ui/toasts.tsx';
import type { Command } from './commands.ts';

export function useRunCommand(): (command: Command) => void {
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { setColorScheme } = useMantineColorScheme();
  const mode = useComputedColorScheme('light', { getInitialValueInEffect: false });

  return ({ does }) => {
    if ('link' in does) {
      void navigate(does.link);
    } else if ('switchTo' in does) {
      switchOrganization(does.switchTo).catch((reason) =>
        showToast({ kind: 'error', message: 'Перейти не получилось', detail: asProblem(reason).detail }),
      );
    } else if (does.act === 'theme') {
      setColorScheme(mode === 'dark' ? 'light' : 'dark');
    } else {
      void signOut();
    }
  };
}
