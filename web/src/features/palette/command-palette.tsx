import { Modal } from '@mantine/core';
import { focusHeadingIfLost } from '../../navigation/focus-heading.ts';
import { switchOrganization } from '../../session/refresh.ts';
import { setPaletteOpen, usePaletteOpen } from '../../shell/palette-opening.ts';
import { useSignOut } from '../../shell/person-menu.tsx';
import { toggleShortcuts } from '../../shell/shortcuts.ts';
import { useThemeMode } from '../../theme/theme-toggle.tsx';
import { restoreFocus } from '../../ui/dialogs/restore-focus.ts';
import { openDialogs } from '../../ui/dialogs/use-dialog.ts';
import { asProblem } from '../../ui/feedback/problem.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import classes from './command-palette.module.css';
import { CommandSearch } from './command-search.tsx';
import type { Command } from './commands.ts';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

export function CommandPalette() {
  const isAsked = usePaletteOpen();
  // Mounts closed first: Mantine restores the focus only for a dialog that it saw opening.
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<Element>(null);
  const root = useRef<HTMLDivElement>(null);
  const isLeaving = useRef(false);
  useEffect(() => {
    if (isAsked) {
      opener.current = document.activeElement;
      isLeaving.current = false;
    }
    setIsOpen(isAsked);
  }, [isAsked]);
  const run = useRunCommand();

  function choose(command: Command) {
    isLeaving.current = 'link' in command.does;
    setPaletteOpen(false);
    run(command);
  }

  /** A link leads to a new page, or to another record in the sheet below. */
  function giveFocus() {
    const isOverSheet = openDialogs().some((one) => !root.current?.contains(one));
    if (isLeaving.current && !isOverSheet) focusHeadingIfLost();
    else restoreFocus(isLeaving.current ? null : opener.current, root.current);
  }

  return (
    <Modal
      ref={root}
      opened={isOpen}
      onClose={() => setPaletteOpen(false)}
      returnFocus={false}
      onExitTransitionEnd={giveFocus}
      withCloseButton={false}
      // Above an open sheet, which comes later in the document.
      zIndex={300}
      size={600}
      padding={0}
      yOffset="12dvh"
      classNames={{ content: classes.content, inner: classes.inner }}
      attributes={{ content: { 'aria-label': 'Поиск и команды' } }}
    >
      <CommandSearch onChoose={choose} />
    </Modal>
  );
}

function useRunCommand(): (command: Command) => void {
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
    } else if (does.act === 'shortcuts') {
      toggleShortcuts();
    } else {
      void signOut();
    }
  };
}
