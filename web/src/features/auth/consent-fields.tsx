import type { LegalDocument } from '@kazna/contract/cabinet/info';
import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { useDialog } from '../../ui/dialogs/use-dialog.ts';
import { CheckboxField } from '../../ui/forms/fields.tsx';
import classes from './consents.module.css';

type Box = (
  name: 'acceptOffer' | 'acceptPersonalData' | 'acceptAdvertising',
) => Omit<Parameters<typeof CheckboxField>[0], 'label'>;

export function ConsentFields({ box }: { box: Box }) {
  const { drawer, openButton } = useLegalDrawer();
  return (
    <div className={classes.consents}>
      <div className={classes.consent}>
        <CheckboxField label="Принимаю условия оферты" {...box('acceptOffer')} required />
        {openButton('offer', 'Текст оферты')}
      </div>
      <div className={classes.consent}>
        <CheckboxField label="Согласен на обработку персональных данных" {...box('acceptPersonalData')} required />
        {openButton('personal-data', 'Текст согласия')}
      </div>
      <div className={classes.consent}>
        <CheckboxField label="Хочу получать рекламу. Можно отказаться" {...box('acceptAdvertising')} />
        {openButton('advertising', 'Текст согласия на рекламу')}
      </div>
      {drawer}
    </div>
  );
}

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
