import type { LegalDocument } from '@kazna/contract/info';
import { Anchor } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import { flushSync } from 'react-dom';
import { showToast } from '../../ui/toasts.tsx';
import type { LegalDrawerProps } from './legal-drawer.tsx';

/** Loads the drawer by hand: a failed lazy component would take the half-filled form down with it. */
export function useLegalDrawer() {
  const [Drawer, setDrawer] = useState<ComponentType<LegalDrawerProps>>();
  const [document, setDocument] = useState<LegalDocument>('offer');
  const [isOpen, setIsOpen] = useState(false);

  async function open(wanted: LegalDocument) {
    try {
      const { LegalDrawer } = await import('./legal-drawer.tsx');
      // Mounted closed first: a drawer that is born open does not know where to return the focus.
      flushSync(() => {
        setDrawer(() => LegalDrawer);
        setDocument(wanted);
      });
      setIsOpen(true);
    } catch {
      showToast({
        kind: 'error',
        message: 'Текст не открылся',
        detail: 'Проверьте связь и нажмите ещё раз. Введённое сохранено.',
      });
    }
  }

  return {
    drawer: Drawer && <Drawer document={document} isOpen={isOpen} onClose={() => setIsOpen(false)} />,
    openButton: (wanted: LegalDocument, label: string) => (
      <Anchor component="button" type="button" onClick={() => open(wanted)}>
        {label}
      </Anchor>
    ),
  };
}
