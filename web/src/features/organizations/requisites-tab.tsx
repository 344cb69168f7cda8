import { organizationForm, updateOrganization } from '@kazna/contract/cabinet/organization-forms';
import type { Organization } from '@kazna/contract/cabinet/organizations';
import { organizationRoleCan } from '@kazna/contract/shared/permissions';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { keys } from '../../queries/keys.ts';
import { profileQuery } from '../../queries/profile.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { Card } from '../../ui/page.tsx';
import classes from './requisites.module.css';
import { RequisitesFacts } from './requisites-facts.tsx';
import { changesOf, RequisitesFields, requisitesValues } from './requisites-fields.tsx';

export function RequisitesTab({ organization }: { organization: Organization }) {
  const [isEditing, setIsEditing] = useState(false);
  const mayEdit = organizationRoleCan(organization.role, 'organization.edit');
  if (isEditing && mayEdit) {
    return (
      <Card title="Изменить реквизиты">
        <RequisitesForm organization={organization} onDone={() => setIsEditing(false)} />
      </Card>
    );
  }
  return (
    <Card title="Реквизиты">
      <RequisitesFacts organization={organization} />
      {mayEdit && (
        <Button className={classes.edit} onClick={() => setIsEditing(true)}>
          Изменить
        </Button>
      )}
    </Card>
  );
}

function RequisitesForm({ organization, onDone }: { organization: Organization; onDone: () => void }) {
  const queryClient = useQueryClient();
  const initial = requisitesValues(organization.kind, organization);
  const { form, values, text, fill, failure, isPending } = useContractForm(organizationForm, initial);

  const onSubmit = form(async (wanted) => {
    const params = { organizationId: organization.id };
    const changed = await call(updateOrganization, { params, body: changesOf(wanted) });
    queryClient.setQueryData(keys.organizationItself(organization.id), changed);
    void queryClient.invalidateQueries({ queryKey: keys.organization(organization.id) });
    void queryClient.invalidateQueries(profileQuery());
    showToast({ kind: 'success', message: 'Реквизиты сохранены' });
    onDone();
  });

  return (
    <form {...onSubmit} className={classes.form}>
      <RequisitesFields kind={organization.kind} values={values} text={text} fill={fill} />
      <FormFailure failure={failure} />
      <div className={classes.actions}>
        <Button type="submit" aria-busy={isPending} aria-disabled={isPending}>
          Сохранить
        </Button>
        <Button variant="default" onClick={onDone}>
          Отмена
        </Button>
      </div>
    </form>
  );
}
