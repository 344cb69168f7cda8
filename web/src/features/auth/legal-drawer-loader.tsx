import type { LegalDocument } from '@kazna/contract/cabinet/info';
import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { useDialog } from '../../ui/dialogs/use-dialog.ts';

const load = () => import('./legal-drawer.tsx').then(({ LegalDrawer }) => LegalDrawer);

/** Legal texts in a drawer, over a form being filled in. */
export function useLegalDrawer() {
  const { Dialog: Drawer, isOpen, onClose, open } = useDialog(load);
  const [document, setDocument] = useState<LegalDocument>('offer');

  function show(wanted: LegalDocument) {
    setDocument(wanted);
    open();
  }

  return {
    drawer: Drawer && <Drawer document={document} isOpen={isOpen} onClose={onClose} />,
    openButton: (wanted: LegalDocument, label: string) => (
      <Anchor component="button" type="button" onClick={() => show(wanted)}>
        {label}
      </Anchor>
    ),
  };
}
