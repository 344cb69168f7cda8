import { refundAnyPayment } from '@kazna/contract/admin/payments';
import type { Payment } from '@kazna/contract/cabinet/payments';
import { formatMoney } from '@kazna/contract/shared/money';
import { call } from '../../api/client.ts';
import { RefundForm } from '../../parts/refund-form.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { refreshAdmin } from '../queries.ts';
import { reasonHints } from '../reason-dialog.tsx';

interface RefundDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Undefined until a payment was chosen. */
  payment: Payment | undefined;
}

export function RefundDialog({ isOpen, onClose, payment }: RefundDialogProps) {
  const title = payment ? `Вернуть деньги за платёж на ${formatMoney(payment)}?` : '';
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} width={560}>
      {payment && (
        <RefundForm
          key={payment.id}
          payment={payment}
          reasonHint={reasonHints.organizationLog}
          onSend={async (body, headers) => {
            await call(refundAnyPayment, { params: { paymentId: payment.id }, headers, body });
            void refreshAdmin();
          }}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}
