import { createOrganization, organizationForm } from '@kazna/contract/cabinet/organization-forms';
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { KindIcon, kindNames } from '../../parts/organization-kind.tsx';
import { switchOrganization } from '../../session/refresh.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure, SubmitButton } from '../../ui/forms/form-footer.tsx';
import classes from './requisites.module.css';
import { RequisitesFields, requisitesValues } from './requisites-fields.tsx';

/** Opens over any page by the history state. */
export function CreateOrganizationDialog() {
  const isOpen = useRouterState({ select: ({ location }) => location.state.isCreatingOrganization === true });
  const router = useRouter();
  return (
    <Dialog isOpen={isOpen} onClose={() => router.history.back()} title="Новая организация" width={608}>
      <CreateOrganizationForm />
    </Dialog>
  );
}

const kinds = ['sole_proprietor', 'company'] as const;

function CreateOrganizationForm() {
  const navigate = useNavigate();
  const [kind, setKind] = useState<(typeof kinds)[number]>('company');
  const company = useContractForm(organizationForm, requisitesValues('company'));
  const proprietor = useContractForm(organizationForm, requisitesValues('sole_proprietor'));
  const { form, values, text, fill, failure, isPending } = kind === 'company' ? company : proprietor;

  const onSubmit = form(async (body) => {
    const { id } = await call(createOrganization, { body });
    // The page retries a refused switch; a repeated creation would be refused.
    await switchOrganization(id).catch(() => undefined);
    await navigate({ to: '/organization/$id', params: { id }, replace: true });
  });

  return (
    <form key={kind} {...onSubmit}>
      <fieldset className={classes.kinds}>
        <legend>Кто будет платить</legend>
        {kinds.map((one) => (
          <label key={one} className={classes.kind}>
            <input type="radio" name="kind" checked={one === kind} onChange={() => setKind(one)} />
            <KindIcon kind={one} size={24} />
            {kindNames[one]}
          </label>
        ))}
      </fieldset>
      <RequisitesFields kind={kind} values={values} text={text} fill={fill} isBrief />
      <p className={classes.later}>Адрес и банковский счёт добавите позже, в реквизитах.</p>
      <FormFailure failure={failure} />
      <SubmitButton isPending={isPending}>Создать организацию</SubmitButton>
    </form>
  );
}
