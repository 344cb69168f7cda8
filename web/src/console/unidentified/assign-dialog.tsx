import { assignForm, assignReceipt, type BankReceipt } from '@kazna/contract/admin/bank-statements';
import { formatMoney } from '@kazna/contract/shared/money';
import { useState } from 'react';
import * as z from 'zod/mini';
import { call } from '../../api/client.ts';
import dialog from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { refreshAdmin } from '../queries.ts';
import { ReasonField } from '../reason-dialog.tsx';
import { InvoiceChoice } from './invoice-choice.tsx';
import { OrganizationChoice } from './organization-choice.tsx';

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
  const save = form(async ({ invoiceId, ...body }) => {
    await call(assignReceipt, { params: { receiptId: receipt.id }, body: { ...body, invoiceId: invoiceId || null } });
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
        <InvoiceChoice
          key={values.organizationId}
          organizationId={values.organizationId}
          chosenId={values.invoiceId}
          onChoose={(id) => set('invoiceId', id)}
        />
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
