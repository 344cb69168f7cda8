import { type BusinessState, getBusiness, updateBusiness } from '@kazna/contract/admin/business';
import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import { Moment } from '../../parts/moment.tsx';
import { ReceiptDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { AdminPage } from '../admin-page.tsx';
import { useStaff } from '../staff.tsx';
import { refreshAdmin } from '../staff-calls.ts';
import { BankAccountsFields } from './bank-accounts-fields.tsx';
import { BankDirectoryCard } from './bank-directory-card.tsx';
import classes from './business.module.css';
import { BusinessFacts } from './business-facts.tsx';
import { businessValues, filledBusinessForm } from './business-values.ts';
import { CompanyFields, SignatureFields } from './company-fields.tsx';
import { ExchangeFields } from './exchange-fields.tsx';
import { Pictures } from './pictures.tsx';
import { PromisedPayments } from './promised-payments.tsx';
import { TaxFields } from './tax-fields.tsx';

export function BusinessPage() {
  const { can } = useStaff();
  const { data: state, error, refetch } = useQuery(businessQuery());
  const [isEditing, setIsEditing] = useState(false);
  const mayEdit = can('admin.manage');
  const isShown = state?.data && !isEditing;
  return (
    <AdminPage
      title="Реквизиты"
      explanation="Стоят в новых счетах и закрывающих документах. Изменения не касаются документов, которые уже есть"
      action={mayEdit && isShown && <Button onClick={() => setIsEditing(true)}>Изменить</Button>}
    >
      {error && !state ? (
        <QueryFailure what="Реквизиты не загрузились" error={error} onRetry={() => void refetch()} />
      ) : !state ? (
        <SkeletonText lines={12} />
      ) : isEditing && mayEdit ? (
        <BusinessEdit state={state} onDone={() => setIsEditing(false)} />
      ) : state.data ? (
        <>
          <BusinessFacts business={state.data} />
          {state.changedAt && (
            <p className={classes.changed}>
              Последнее изменение: <Moment at={state.changedAt} />, {state.changedBy ?? 'удалённый пользователь'}
            </p>
          )}
        </>
      ) : (
        <NoBusiness onEdit={mayEdit ? () => setIsEditing(true) : undefined} />
      )}
      {isShown && <Pictures />}
      {!isEditing && <BankDirectoryCard />}
      {!isEditing && <PromisedPayments />}
    </AdminPage>
  );
}

function NoBusiness({ onEdit }: { onEdit: (() => void) | undefined }) {
  return (
    <Empty
      drawing={<ReceiptDrawing />}
      title="Реквизиты ещё не указаны"
      action={onEdit && <Button onClick={onEdit}>Указать реквизиты</Button>}
    >
      Без них клиенты не могут платить по счёту, а выписку банка не с чем сравнить.
      {!onEdit && ' Заполнить их может администратор.'}
    </Empty>
  );
}

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
      <ExchangeFields {...fields} />
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

export function businessQuery() {
  return queryOptions({ queryKey: ['admin', 'business'], queryFn: () => call(getBusiness) });
}
