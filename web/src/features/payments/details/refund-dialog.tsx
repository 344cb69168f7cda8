import { type PaymentDetails, refundPayment } from '@kazna/contract/cabinet/payments';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { RefundForm } from '../../../parts/refund-form.tsx';
import { balanceQuery } from '../../../queries/money.ts';
import { showChangedPayment } from '../../../queries/payments.ts';
import { useActiveOrganization } from '../../../queries/profile.ts';
import dialog from '../../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { LinkAnchor } from '../../../ui/links.tsx';

interface RefundDialogProps {
  isOpen: boolean;
  onClose: () => void;
  payment: PaymentDetails;
}

export function RefundDialog({ isOpen, onClose, payment }: RefundDialogProps) {
  const { id: organizationId } = useActiveOrganization();
  const { data: balance } = useQuery(balanceQuery(organizationId));
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Вернуть деньги?" width={560}>
      {payment.refundableMinor > 0 ? (
        <RefundForm
          payment={payment}
          balanceMinor={balance?.items.find(({ currency }) => currency === payment.currency)?.amountMinor}
          reasonHint="Останется в истории платежа"
          onSend={async (body, headers) =>
            showChangedPayment(await call(refundPayment, { params: { paymentId: payment.id }, headers, body }))
          }
          onClose={onClose}
        />
      ) : (
        <NothingToRefund onClose={onClose} />
      )}
    </Dialog>
  );
}

function NothingToRefund({ onClose }: { onClose: () => void }) {
  return (
    <>
      <div className={dialog.text}>
        <p>
          Возвращать нечего: оплаченное уже потрачено. Бонусы и начисления поддержки на карту не возвращаются, а деньги
          из банковских переводов верните на счёт в банке на вкладке «Переводы». Если это ошибка, напишите в поддержку.
        </p>
        <LinkAnchor to="/payments" search={{ status: 'transfers' }}>
          Открыть переводы
        </LinkAnchor>
      </div>
      <div className={dialog.actions}>
        <Button variant="default" data-autofocus onClick={onClose}>
          Понятно
        </Button>
      </div>
    </>
  );
}
