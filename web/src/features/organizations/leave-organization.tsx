import { leaveOrganization } from '@kazna/contract/cabinet/members';
import type { Organization } from '@kazna/contract/cabinet/organizations';
import { quoted } from '@kazna/contract/shared/quoted';
import { Button } from '@mantine/core';
import { call } from '../../api/client.ts';
import { switchOrganization } from '../../session/refresh.ts';
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import classes from './overview-tab.module.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/UnstyledButton.css';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

export function LeaveOrganization({ organization: { id, name } }: { organization: Organization }) {
  const [isAsking, setIsAsking] = useState(false);
  const leavePage = useLeavePage();

  async function leave() {
    await call(leaveOrganization, { params: { organizationId: id } });
    await leavePage(`Вы вышли из организации ${quoted(name)}`);
  }

  return (
    <div className={classes.way}>
      <p>Вы перестанете видеть организацию и её деньги. Владелец сначала передаёт владение другому участнику.</p>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        Выйти из организации
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Выйти из организации ${quoted(name)}?`}
        action="Выйти из организации"
        isDangerous
        onConfirm={leave}
      >
        <p>
          Доступ пропадёт сразу. Вернуться можно только по новому приглашению, а ваши приглашения, на которые ещё не
          ответили, мы отзовём.
        </p>
      </ConfirmDialog>
    </div>
  );
}

/** Leaves the pages of an organization that the person no longer belongs to. */
export function useLeavePage(): (message: string) => Promise<void> {
  const navigate = useNavigate();
  return async (message) => {
    // The shell retries a refused switch.
    await switchOrganization().catch(() => undefined);
    showToast({ kind: 'success', message });
    await navigate({ to: '/' });
  };
}
