import type { Organization } from '@kazna/contract/cabinet/organizations';
import { organizationRoleCan } from '@kazna/contract/shared/permissions';
import { quoted } from '@kazna/contract/shared/quoted';
import { Button } from '@mantine/core';
import { formatDate } from '../../format/date.ts';
import { useTimezone } from '../../queries/profile.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useLoaded } from '../../ui/dialogs/use-dialog.ts';
import { StatusMark } from '../../ui/feedback/status-mark.tsx';
import { Facts } from '../../ui/lists/facts.tsx';
import { StepList } from '../../ui/lists/step-list.tsx';
import { Card } from '../../ui/page.tsx';
import { WarningIcon } from '../../ui/visitor-icons.tsx';
import { LeaveOrganization } from './leave-organization.tsx';
import classes from './overview-tab.module.css';
import { RequisitesFacts } from './requisites-facts.tsx';
import { roleAbilities } from './roles.ts';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/UnstyledButton.css';
import { useState } from 'react';

export function OverviewTab({ organization }: { organization: Organization }) {
  const timezone = useTimezone();
  const { role, status, createdAt } = organization;
  return (
    <>
      <div className={classes.cards}>
        <Card title="Об организации">
          <Facts
            facts={[
              ['Ваши права', roleAbilities[role]],
              ['Создана', formatDate(createdAt, timezone)],
              [
                'Состояние',
                status === 'suspended' && (
                  <StatusMark tone="pending" icon={<WarningIcon size={16} />}>
                    Приостановлена
                  </StatusMark>
                ),
              ],
            ]}
          />
        </Card>
        <Card title="Реквизиты">
          <RequisitesFacts organization={organization} isBrief />
        </Card>
      </div>
      <MissingRequisites organization={organization} />
      <Card title="Выход">
        <div className={classes.ways}>
          <LeaveOrganization organization={organization} />
          {organizationRoleCan(role, 'organization.close') && <CloseOrganization organization={organization} />}
        </div>
      </Card>
    </>
  );
}

/** Topping up and inviting have buttons of their own on every page of an organization; this step has none. */
function MissingRequisites({ organization: { id, kind, role, address, bank } }: { organization: Organization }) {
  if (kind === 'person' || (address && bank) || !organizationRoleCan(role, 'organization.edit')) return null;
  const step = {
    ...(address
      ? { title: 'Добавьте банковский счёт', text: 'Он понадобится для счетов и возвратов.' }
      : { title: 'Заполните реквизиты', text: 'Адрес и счёт в банке: без них не составить документы.' }),
    link: { to: '/organization/$id', params: { id }, search: { tab: 'requisites' } },
  } as const;
  return (
    <nav aria-label="Что дальше">
      <StepList steps={[step]} label="Шаги" />
    </nav>
  );
}

const load = () => import('./close-form.tsx').then((file) => file.CloseForm);

function CloseOrganization({ organization }: { organization: Organization }) {
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
