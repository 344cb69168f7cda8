import { closeOrganization, type Organization } from '@kazna/contract/organizations';
import { call } from '../../api/client.ts';
import dialog from '../../ui/dialog.module.css';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useContractForm } from '../../ui/form.ts';
import { FormFailure } from '../../ui/form-end.tsx';
import { useDeparture } from './use-departure.ts';

export function CloseForm({
  organization: { id, name },
  onCancel,
}: {
  organization: Organization;
  onCancel: () => void;
}) {
  const { form, text, failure, isPending } = useContractForm(closeOrganization.body, { name: '' });
  const depart = useDeparture();

  const onSubmit = form(async (body) => {
    await call(closeOrganization, { params: { organizationId: id }, body });
    await depart(`Организация ${name} закрыта`);
  });

  return (
    <form {...onSubmit}>
      <div className={dialog.text}>
        <p>Все участники сразу потеряют доступ. Открыть организацию снова нельзя; её записи хранятся для учёта.</p>
      </div>
      <TextField label="Название организации" description={`Введите: ${name}`} autoComplete="off" {...text('name')} />
      <FormFailure failure={failure} />
      <DialogActions action="Закрыть организацию" onCancel={onCancel} isDangerous isPending={isPending} />
    </form>
  );
}
