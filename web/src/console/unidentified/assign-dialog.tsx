import { assignForm, assignReceipt, type BankReceipt } from '@kazna/contract/admin/bank-statements';
import { type AdminInvoice, listInvoicesAsStaff } from '@kazna/contract/admin/invoices';
import { formatMoney } from '@kazna/contract/shared/money';
import { infiniteQueryOptions, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/query-client.ts';
import { formatDay } from '../../format/date.ts';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import { useTimezone } from '../../queries/profile.ts';
import dialog from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { ReasonField } from '../reason-dialog.tsx';
import { refreshAdmin } from '../staff-calls.ts';
import { OrganizationChoice } from './organization-choice.tsx';
import classes from './unidentified.module.css';

interface ReceiptDialogProps {
  isOpen: boolean;
  onClose: () => void;
  receipt: BankReceipt;
}

const roubles = (amountMinor: number) => formatMoney({ amountMinor, currency: 'RUB' });

export function AssignDialog({ isOpen, onClose, receipt }: ReceiptDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={`Зачислить ${roubles(receipt.amountMinor)}`} width={560}>
      <AssignForm key={receipt.id} receipt={receipt} onClose={onClose} />
    </Dialog>
  );
}

const filled = z.extend(assignForm, { organizationId: z.string('Выберите организацию') });

function AssignForm({ receipt, onClose }: Omit<ReceiptDialogProps, 'isOpen'>) {
  const { form, text, set, values, replace, failure, isPending } = useContractForm(filled, {
    ...{ organizationId: '', invoiceId: '', reason: '' },
  });
  const [name, setName] = useState('');
  const invoices = useInfiniteQuery(unpaidInvoicesQuery(values.organizationId));
  const save = form(async ({ invoiceId, ...body }) => {
    if (!invoices.data) throw notLoaded;
    await callConfirmed(assignReceipt, {
      params: { receiptId: receipt.id },
      body: { ...body, invoiceId: invoiceId || null },
    });
    onClose();
    void refreshAdmin();
    showToast({ kind: 'success', message: `Зачислено ${roubles(receipt.amountMinor)}: ${name}` });
  });
  return (
    <form {...save}>
      <p className={dialog.text}>
        {receipt.payer}, №&nbsp;{receipt.number}. {receipt.purpose}
      </p>
      <OrganizationChoice
        initialSearch={receipt.inn ?? ''}
        chosenId={values.organizationId}
        error={text('organizationId').error}
        onChoose={(organization) => {
          replace({ ...values, organizationId: organization.id, invoiceId: '' });
          setName(organization.name);
        }}
      />
      {values.organizationId && (
        <InvoiceChoice invoices={invoices} chosenId={values.invoiceId} onChoose={(id) => set('invoiceId', id)} />
      )}
      <ReasonField {...text('reason')} />
      <FormFailure failure={failure} />
      <DialogActions
        action={name ? `Зачислить: ${name}` : 'Зачислить'}
        onCancel={onClose}
        isPending={isPending}
        takesFocus="never"
      />
    </form>
  );
}

const notLoaded = {
  detail: 'Счета организации не загрузились. Дождитесь их или повторите загрузку: деньги могут оплатить один из них.',
};

interface InvoiceChoiceProps {
  invoices: UseInfiniteQueryResult<AdminInvoice[]>;
  /** Empty for none. */
  chosenId: string;
  onChoose: (invoiceId: string) => void;
}

/** Which of the organization's unpaid invoices the money pays; it reaches the balance either way. */
function InvoiceChoice({ invoices, chosenId, onChoose }: InvoiceChoiceProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = invoices;
  const timezone = useTimezone();
  if (error && !data) return <QueryFailure what="Счета не загрузились" error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonText lines={3} />;
  if (data.length === 0) return null;
  const options = data.map(({ id, number, createdAt, amountMinor, paidMinor, currency }) => ({
    id,
    title: `№\u00a0${number} от ${formatDay(createdAt, timezone)}`,
    about: `осталось оплатить ${formatMoney({ amountMinor: amountMinor - paidMinor, currency })}`,
  }));
  return (
    <fieldset className={classes.choice}>
      <legend>Счёт</legend>
      <div className={classes.options}>
        {[{ id: '', title: 'Без счёта', about: 'просто на баланс' }, ...options].map(({ id, title, about }) => (
          <label key={id}>
            <input type="radio" name="invoice" checked={id === chosenId} onChange={() => onChoose(id)} />
            <span>
              {title}
              <span className={classes.secondary}>{about}</span>
            </span>
          </label>
        ))}
      </div>
      <LoadMore hasMore={hasNextPage} isLoading={isFetchingNextPage} onLoad={fetchNextPage} />
    </fieldset>
  );
}

function unpaidInvoicesQuery(organizationId: string) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'unpaid-invoices', organizationId],
    queryFn: ({ pageParam: cursor }) =>
      call(listInvoicesAsStaff, { params: { organizationId }, query: { state: 'unpaid', limit: 20, cursor } }),
    select: itemsOf,
    enabled: organizationId !== '',
  });
}
