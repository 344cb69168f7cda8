import { cancelPayment, type PaymentDetails } from '@kazna/contract/cabinet/payments';
import { formatMoney } from '@kazna/contract/shared/money';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { externalUrl } from '../../../format/external-url.ts';
import { useConfirmation } from '../../../parts/document-confirmation.ts';
import { showChangedPayment } from '../../../queries/payments.ts';
import { useActiveOrganization } from '../../../queries/profile.ts';
import { ConfirmDialog } from '../../../ui/dialogs/dialog.tsx';
import { MoreActions } from '../../../ui/dialogs/more-actions.tsx';
import { DownloadIcon } from '../../../ui/icons.tsx';
import { LinkButton } from '../../../ui/links.tsx';
import classes from './payment-page.module.css';
import { RefundDialog } from './refund-dialog.tsx';
import { repeatSearch } from './use-payment.tsx';

export function PaymentActions({ payment }: { payment: PaymentDetails }) {
  const { id: organizationId, can } = useActiveOrganization();
  const [open, setOpen] = useState<'cancel' | 'refund'>();
  const close = () => setOpen(undefined);
  const { id, status, amountMinor, refundedMinor } = payment;
  const address = externalUrl(payment.confirmationUrl);
  const canRefund = status === 'succeeded' && refundedMinor < amountMinor && can('payments.refund');
  const canCancel = status === 'pending' && can('payments.create');

  const cancel = async () => showChangedPayment(await call(cancelPayment, { params: { paymentId: id } }));

  return (
    <div className={classes.actions} data-loading={!organizationId || undefined}>
      {status === 'pending' && address && (
        <Button component="a" href={address} variant="filled">
          Перейти к оплате
        </Button>
      )}
      {status === 'succeeded' && <Confirmation paymentId={id} />}
      {status !== 'pending' && can('payments.create') && (
        <LinkButton to="/payments/create" search={repeatSearch(payment)}>
          Повторить
        </LinkButton>
      )}
      {(canRefund || canCancel) && (
        <MoreActions
          action={canRefund ? 'Вернуть деньги' : 'Отменить платёж'}
          onChoose={() => setOpen(canRefund ? 'refund' : 'cancel')}
        />
      )}
      <ConfirmDialog
        isOpen={open === 'cancel'}
        onClose={close}
        title={`Отменить платёж на ${formatMoney(payment)}?`}
        action="Отменить платёж"
        cancelLabel="Не отменять"
        isDangerous
        onConfirm={cancel}
      >
        <p>Оплатить его будет нельзя. Если вы уже платите в другой вкладке, деньги всё равно попадут на баланс.</p>
      </ConfirmDialog>
      <RefundDialog isOpen={open === 'refund'} onClose={close} payment={payment} />
    </div>
  );
}

function Confirmation({ paymentId }: { paymentId: string }) {
  const { isPending, run } = useConfirmation(paymentId);
  return (
    <Button leftSection={<DownloadIcon size={18} />} aria-busy={isPending} onClick={run}>
      Подтверждение
    </Button>
  );
}
