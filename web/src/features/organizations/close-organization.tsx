import { closeOrganization, type Organization } from '@kazna/contract/organizations';
import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import dialog from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useContractForm } from '../../ui/form.ts';
import { FormFailure } from '../../ui/form-end.tsx';
import classes from './overview-tab.module.css';
import { useDeparture } from './use-departure.ts';

export function CloseOrganization({ organization }: { organization: Organization }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className={classes.way}>
      <p>Организация закроется для всех её участников. Записи о платежах сохранятся. Баланс должен быть пустым.</p>
      <Button variant="default" className={classes.danger} onClick={() => setIsAsking(true)}>
        Закрыть организацию
      </Button>
      <Dialog isOpen={isAsking} onClose={() => setIsAsking(false)} title={`Закрыть организацию ${organization.name}?`}>
        <CloseForm organization={organization} onCancel={() => setIsAsking(false)} />
      </Dialog>
    </div>
  );
}

function CloseForm({ organization: { id, name }, onCancel }: { organization: Organization; onCancel: () => void }) {
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
      <div className={dialog.actions}>
        <Button variant="default" data-autofocus onClick={onCancel}>
          Отмена
        </Button>
        <Button type="submit" variant="light" className={dialog.danger} aria-busy={isPending}>
          Закрыть организацию
        </Button>
      </div>
    </form>
  );
}
