import { createPaymentLink, createPaymentLinkForm } from '@kazna/contract/cabinet/payment-links';
import { useState } from 'react';
import * as z from 'zod/mini';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { keys } from '../../queries/keys.ts';
import { CopyField } from '../../ui/copy.tsx';
import dialog from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import type { OpenProps } from '../../ui/dialogs/use-dialog.ts';
import { TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { withTypedAmount } from '../../ui/forms/typed-amount.tsx';
import { useFormOrganization } from '../form-organization.tsx';

interface CreateLinkDialogProps extends OpenProps {
  /** The invoice to pay; absent for a top-up. */
  invoiceId?: string;
}

export function CreateLinkDialog({ isOpen, onClose, invoiceId }: CreateLinkDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Ссылка на оплату" width={560}>
      <CreateLinkForm onClose={onClose} invoiceId={invoiceId} />
    </Dialog>
  );
}

const lifetimes = [
  { value: '', label: 'Без срока' },
  { value: '1', label: 'Сутки' },
  { value: '7', label: 'Неделя' },
  { value: '30', label: '30 дней' },
];

const dayMs = 24 * 60 * 60 * 1000;

const filledForm = z.pipe(
  z.transform(({ amountMinor, days, invoiceId }: Record<string, unknown>) => ({
    ...(amountMinor !== '' && amountMinor !== undefined && { amountMinor: amountMinor as number }),
    ...(days ? { expiresAt: new Date(Date.now() + Number(days) * dayMs).toISOString() } : {}),
    ...(invoiceId ? { invoiceId: invoiceId as string } : {}),
  })),
  createPaymentLinkForm,
);

function CreateLinkForm({ onClose, invoiceId }: { onClose: () => void; invoiceId: string | undefined }) {
  const [url, setUrl] = useState<string>();
  const initial = { amountMinor: '', days: '7', invoiceId: invoiceId ?? '' };
  const { form, text, failure, isPending } = useContractForm(
    withTypedAmount(filledForm, () => 'RUB'),
    initial,
  );
  const organization = useFormOrganization();
  const create = form(async (body) => {
    organization.requireSame();
    setUrl((await call(createPaymentLink, { body })).url);
    void queryClient.invalidateQueries({ queryKey: keys.paymentLinks });
  });
  if (url)
    return (
      <>
        <div className={dialog.text} data-shown-once>
          <p>Отправьте её тому, кто заплатит. Адрес показываем один раз: у себя мы его не храним.</p>
        </div>
        <CopyField label="Ссылка на оплату" text={url} button="Скопировать" copied="Ссылка скопирована" />
      </>
    );
  return (
    <form {...create}>
      <div className={dialog.text}>
        <p>
          {invoiceId
            ? 'По ссылке счёт оплатят картой или через СБП, без входа в кабинет.'
            : 'По ссылке баланс пополнят картой или через СБП, без входа в кабинет.'}
        </p>
      </div>
      {!invoiceId && (
        <TextField
          label="Сумма, ₽"
          description="Пустая: сумму введёт плательщик, и платить можно много раз"
          inputMode="decimal"
          autoComplete="off"
          maxLength={30}
          {...text('amountMinor')}
        />
      )}
      <SelectField label="Сколько действует" data={lifetimes} {...text('days')} />
      <FormFailure failure={failure} />
      {organization.question ?? <DialogActions action="Создать ссылку" onCancel={onClose} isPending={isPending} />}
    </form>
  );
}
