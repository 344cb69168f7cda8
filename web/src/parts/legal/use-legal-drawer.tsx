import type { LegalDocument } from '@kazna/contract/cabinet/info';
import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { useDialog } from '../../ui/dialogs/use-dialog.ts';

const load = () => import('./legal-drawer.tsx').then(({ LegalDrawer }) => LegalDrawer);

/** Legal texts and contacts in a drawer, over a form being filled in or the page of visitors. */
export function useLegalDrawer() {
  const { Dialog: Drawer, isOpen, onClose, open } = useDialog(load);
  const [document, setDocument] = useState<LegalDocument | 'contacts'>('offer');

  function show(wanted: LegalDocument | 'contacts') {
    setDocument(wanted);
    open();
  }

  return {
    drawer: Drawer && <Drawer document={document} isOpen={isOpen} onClose={onClose} />,
    openButton: (wanted: LegalDocument | 'contacts', label: string) => (
      <Anchor component="button" type="button" onClick={() => show(wanted)}>
        {label}
      </Anchor>
    ),
  };
}
