import { type BusinessState, updateBusiness } from '@kazna/contract/admin/business';
import { Button } from '@mantine/core';
import { queryClient } from '../../api/query-client.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { callConfirmed } from '../call-confirmed.ts';
import { refreshAdmin } from '../queries.ts';
import { BankAccountsFields } from './bank-accounts-fields.tsx';
import classes from './business.module.css';
import { businessValues, filledBusinessForm } from './business-values.ts';
import { CompanyFields, SignatureFields } from './company-fields.tsx';
import { businessQuery } from './queries.ts';
import { TaxFields } from './tax-fields.tsx';

export function BusinessEdit({ state, onDone }: { state: BusinessState; onDone: () => void }) {
  const { form, failure, isPending, ...fields } = useContractForm(filledBusinessForm, businessValues(state.data));
  const save = form(async (data) => {
    const changed = await callConfirmed(updateBusiness, { body: { version: state.version, data } });
    queryClient.setQueryData(businessQuery().queryKey, changed);
    void refreshAdmin();
    showToast({ kind: 'success', message: 'Реквизиты сохранены' });
    onDone();
  });
  return (
    <form {...save} className={classes.form}>
      <CompanyFields {...fields} />
      <BankAccountsFields {...fields} />
      <TaxFields {...fields} />
      <SignatureFields {...fields} />
      <FormFailure failure={failure} />
      <div className={classes.actions}>
        <Button type="submit" aria-busy={isPending} aria-disabled={isPending}>
          Сохранить реквизиты
        </Button>
        <Button variant="default" onClick={onDone}>
          Отмена
        </Button>
      </div>
    </form>
  );
}
