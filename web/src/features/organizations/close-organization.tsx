import type { Organization } from '@kazna/contract/organizations';
import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import classes from './overview-tab.module.css';

const CloseForm = lazyRouteComponent(() => import('./close-form.tsx'), 'CloseForm');

export function CloseOrganization({ organization }: { organization: Organization }) {
  const [isAsking, setIsAsking] = useState(false);
  const ask = async () => {
    // Loaded before the dialog opens, so that the focus finds the safe choice in it.
    await CloseForm.preload?.();
    setIsAsking(true);
  };
  return (
    <div className={classes.way}>
      <p>Организация закроется для всех её участников. Записи о платежах сохранятся. Баланс должен быть пустым.</p>
      <Button variant="default" className={classes.danger} onClick={() => void ask()}>
        Закрыть организацию
      </Button>
      <Dialog isOpen={isAsking} onClose={() => setIsAsking(false)} title={`Закрыть организацию ${organization.name}?`}>
        <Suspense>
          <CloseForm organization={organization} onCancel={() => setIsAsking(false)} />
        </Suspense>
      </Dialog>
    </div>
  );
}
