import { updateOrganizationAsStaff } from '@kazna/contract/admin/organizations';
import { startView } from '@kazna/contract/admin/view';
import { quoted } from '@kazna/contract/shared/quoted';
import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import classes from '../side-sheet.module.css';
import { useStaff } from '../staff.tsx';
import { AdjustmentDialog } from './adjustment-dialog.tsx';
import { CreditLimitDialog } from './credit-limit-dialog.tsx';
import type { OrganizationDetailsData } from './organization-labels.tsx';

export function OrganizationActions({ organization }: { organization: OrganizationDetailsData }) {
  const { can } = useStaff();
  const [asked, setAsked] = useState<'adjust' | 'limit' | 'suspend' | 'resume' | 'view'>();
  const { id: organizationId, name, status } = organization;
  const close = () => setAsked(undefined);
  const isSuspended = status === 'suspended';

  async function turn(next: 'active' | 'suspended', reason: string, message: string) {
    await call(updateOrganizationAsStaff, { params: { organizationId }, body: { status: next, reason } });
    showToast({ kind: 'success', message, detail: name });
  }

  async function view(reason: string) {
    await call(startView, { params: { organizationId }, body: { reason } });
    // Nothing of the staff member's own cabinet stays in the memory of the page.
    location.assign('/');
  }

  return (
    <div className={classes.actions}>
      {can('admin.money') && status !== 'closed' && (
        <Button size="sm" onClick={() => setAsked('adjust')}>
          Изменить баланс
        </Button>
      )}
      {can('admin.money') && status !== 'closed' && (
        <Button variant="default" size="sm" onClick={() => setAsked('limit')}>
          Изменить лимит
        </Button>
      )}
      {can('admin.manage') && status !== 'closed' && (
        <Button variant="default" size="sm" onClick={() => setAsked(isSuspended ? 'resume' : 'suspend')}>
          {isSuspended ? 'Возобновить' : 'Приостановить'}
        </Button>
      )}
      {status !== 'closed' && (
        <Button variant="default" size="sm" onClick={() => setAsked('view')}>
          Открыть как клиент
        </Button>
      )}
      <ReasonDialog
        isSeenByOwner
        isOpen={asked === 'view'}
        onClose={close}
        title={`Открыть кабинет ${quoted(name)}?`}
        action="Открыть"
        onConfirm={view}
      >
        Вы увидите кабинет как владелец и ничего не сможете в нём изменить. Просмотр длится 30&nbsp;минут, владельцы о
        нём узнают.
      </ReasonDialog>
      <AdjustmentDialog isOpen={asked === 'adjust'} onClose={close} organization={organization} />
      <CreditLimitDialog isOpen={asked === 'limit'} onClose={close} organization={organization} />
      <ReasonDialog
        isSeenByOwner
        isOpen={asked === 'suspend'}
        onClose={close}
        title={`Приостановить ${quoted(name)}?`}
        action="Приостановить"
        isDangerous
        onConfirm={(reason) => turn('suspended', reason, 'Организация приостановлена')}
      >
        Участники увидят данные, но ничего не смогут менять и пополнять. Деньги останутся на балансе.
      </ReasonDialog>
      <ReasonDialog
        isSeenByOwner
        isOpen={asked === 'resume'}
        onClose={close}
        title={`Возобновить ${quoted(name)}?`}
        action="Возобновить"
        onConfirm={(reason) => turn('active', reason, 'Организация возобновлена')}
      >
        Участники снова смогут менять данные и пополнять баланс.
      </ReasonDialog>
    </div>
  );
}
