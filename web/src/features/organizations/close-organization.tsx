import type { Organization } from '@kazna/contract/cabinet/organizations';
import { quoted } from '@kazna/contract/shared/quoted';
import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { useState } from 'react';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useLoaded } from '../../ui/dialogs/use-dialog.ts';
import classes from './overview-tab.module.css';

const load = () => import('./close-form.tsx').then((file) => file.CloseForm);

export function CloseOrganization({ organization }: { organization: Organization }) {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const CloseForm = useLoaded(isAsking, load, close);
  return (
    <div className={classes.way}>
      <p>
        Организация закроется для всех её участников. Записи о платежах сохранятся. Сначала верните или потратьте деньги
        с баланса.
      </p>
      <Button variant="default" className={classes.danger} onClick={() => setIsAsking(true)}>
        Закрыть организацию
      </Button>
      {/* Opens after the form is loaded, so that the focus lands on the safe choice. */}
      <Dialog
        isOpen={isAsking && CloseForm !== undefined}
        onClose={close}
        title={`Закрыть организацию ${quoted(organization.name)}?`}
      >
        {CloseForm && <CloseForm organization={organization} onCancel={close} />}
      </Dialog>
    </div>
  );
}
