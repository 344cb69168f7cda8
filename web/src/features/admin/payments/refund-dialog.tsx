import { refundAnyPayment } from '@kazna/contract/admin-work';
import { formatMoney, parseAmount, toDecimal } from '@kazna/contract/money';
import { type Payment, refundForm } from '@kazna/contract/payments';
import { Button } from '@mantine/core';
import type * as z from 'zod/mini';
import { pipe, transform } from 'zod/mini';
import { call } from '../../../api/client.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { useContractForm } from '../../../ui/form.ts';
import { FormFailure } from '../../../ui/form-end.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import classes from '../dialogs.module.css';
import { refreshAdmin } from '../queries.ts';
import { ReasonField } from '../reason-dialog.tsx';

interface RefundDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Absent until the first one was chosen. */
  payment: Payment | undefined;
}

export function RefundDialog({ isOpen, onClose, payment }: RefundDialogProps) {
  const title = payment ? `Вернуть деньги за платёж на ${formatMoney(payment)}?` : '';
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} width={560}>
      {payment && <RefundForm key={payment.id} payment={payment} onClose={onClose} />}
    </Dialog>
  );
}

function RefundForm({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { id: paymentId, currency } = payment;
  const left = { amountMinor: payment.amountMinor - payment.refundedMinor, currency };
  const read = (filled: Record<string, unknown>) => {
    const amountMinor = parseAmount(String(filled.amountMinor ?? ''), currency) ?? filled.amountMinor;
    return { ...filled, amountMinor } as z.input<typeof refundForm>;
  };
  const { form, text, failure, isPending } = useContractForm(pipe(transform(read), refundForm), {
    amountMinor: toDecimal(left).replace('.', ','),
    reason: '',
  });
  const refund = form(async (body) => {
    await call(refundAnyPayment, { params: { paymentId }, body });
    showToast({ kind: 'success', message: 'Возврат отправлен', detail: formatMoney({ ...body, currency }) });
    onClose();
    void refreshAdmin();
  });
  return (
    <form {...refund}>
      <p>Сумма сразу спишется с баланса и вернётся тому, кто платил, тем же способом. Отменить возврат будет нельзя.</p>
      <TextField
        label="Сумма возврата"
        description={`До ${formatMoney(left)}`}
        {...text('amountMinor')}
        required
        withAsterisk={false}
        inputMode="decimal"
        autoComplete="off"
        maxLength={30}
      />
      <ReasonField {...text('reason')} />
      <FormFailure failure={failure} />
      <div className={classes.actions}>
        <Button variant="default" data-autofocus onClick={onClose}>
          Отмена
        </Button>
        <Button
          type="submit"
          variant="light"
          className={classes.danger}
          aria-busy={isPending}
          aria-disabled={isPending}
        >
          Вернуть деньги
        </Button>
      </div>
    </form>
  );
}
