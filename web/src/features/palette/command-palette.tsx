import { Modal } from '@mantine/core';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import { useEffect, useState } from 'react';
import { setPaletteOpen, usePaletteOpen } from '../../shell/palette-opening.ts';
import classes from './command-palette.module.css';
import { CommandSearch } from './command-search.tsx';
import type { Command } from './commands.ts';
import { useRunCommand } from './use-run-command.ts';

export function CommandPalette() {
  const isAsked = usePaletteOpen();
  // Mounts closed first: Mantine restores the focus only for a dialog that it saw opening.
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => setIsOpen(isAsked), [isAsked]);
  const run = useRunCommand();
  // After navigation the new page takes the focus instead.
  const [isLeaving, setIsLeaving] = useState(false);

  function choose(command: Command) {
    setIsLeaving('link' in command.does);
    setPaletteOpen(false);
    run(command);
  }

  return (
    <Modal
      opened={isOpen}
      onClose={() => setPaletteOpen(false)}
      onEnterTransitionEnd={() => setIsLeaving(false)}
      returnFocus={!isLeaving}
      withCloseButton={false}
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
