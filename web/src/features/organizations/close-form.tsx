import { type Closing, getClosing, lostBonusesOf, obstaclesOf } from '@kazna/contract/cabinet/account-closure';
import { closeOrganization, type Organization } from '@kazna/contract/cabinet/organizations';
import { quoted } from '@kazna/contract/shared/quoted';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { keys } from '../../queries/keys.ts';
import { useActiveOrganization } from '../../queries/profile.ts';
import dialog from '../../ui/dialogs/dialog.module.css';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { useLeavePage } from './leave-organization.tsx';

interface CloseFormProps {
  organization: Organization;
  onCancel: () => void;
}

/** Lists obstacles before the form. If the check fails, the form is shown: the server refuses anyway. */
export function CloseForm({ organization, onCancel }: CloseFormProps) {
  const { id: organizationId } = organization;
  const { data, isPending } = useQuery({
    queryKey: keys.closing(organizationId),
    queryFn: () => call(getClosing, { params: { organizationId } }),
    gcTime: 0,
  });
  if (isPending) return <SkeletonText lines={3} />;
  if (data && obstaclesOf(data).length > 0)
    return <Obstacles organizationId={organizationId} closing={data} onClose={onCancel} />;
  return <NameForm organization={organization} lostBonuses={data ? lostBonusesOf(data) : null} onCancel={onCancel} />;
}

interface ObstaclesProps {
  organizationId: string;
  closing: Closing;
  onClose: () => void;
}

function Obstacles({ organizationId, closing, onClose }: ObstaclesProps) {
  const { id: activeId } = useActiveOrganization();
  // The list of transfers is the active organization's.
  const canReturn = activeId === organizationId && closing.balances.some(({ bankMinor }) => bankMinor > 0);
  return (
    <>
      <div className={dialog.text}>
        <p>Сейчас закрыть её нельзя:</p>
        <ul className={dialog.list}>
          {obstaclesOf(closing).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        {canReturn && (
          <p>
            <LinkAnchor to="/payments" search={{ status: 'transfers' }}>
              Вернуть на счёт в банке
            </LinkAnchor>
          </p>
        )}
      </div>
      <div className={dialog.actions}>
        <Button variant="default" onClick={onClose}>
          Понятно
        </Button>
      </div>
    </>
  );
}

function NameForm({ organization, lostBonuses, onCancel }: CloseFormProps & { lostBonuses: string | null }) {
  const { id, name } = organization;
  const { form, text, failure, isPending } = useContractForm(closeOrganization.body, { name: '' });
  const leavePage = useLeavePage();

  const onSubmit = form(async (body) => {
    await call(closeOrganization, { params: { organizationId: id }, body });
    await leavePage(`Организация ${quoted(name)} закрыта`);
  });

  return (
    <form {...onSubmit}>
      <div className={dialog.text}>
        <p>Все участники сразу потеряют доступ. Открыть организацию снова нельзя; её записи хранятся для учёта.</p>
        {lostBonuses && <p>На балансе остались бонусы, {lostBonuses}. Они сгорят.</p>}
      </div>
      <TextField label="Название организации" description={`Введите: ${name}`} autoComplete="off" {...text('name')} />
      <FormFailure failure={failure} />
      <DialogActions action="Закрыть организацию" onCancel={onCancel} isDangerous isPending={isPending} />
    </form>
  );
}
