import { refundPaymentAsStaff } from '@kazna/contract/admin/payments';
import { paymentNumber } from '@kazna/contract/cabinet/payment-labels';
import type { Payment } from '@kazna/contract/cabinet/payments';
import { formatMoney } from '@kazna/contract/shared/money';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import { Moment } from '../../parts/moment.tsx';
import { PaymentStatusMark } from '../../parts/payment-labels.tsx';
import { RefundForm } from '../../parts/refund-form.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { reasonHints } from '../reason-dialog.tsx';
import classes from '../side-sheet.module.css';
import { useStaff } from '../staff.tsx';
import { refreshAdmin } from '../staff-calls.ts';

export function OrganizationPayments({ payments }: { payments: readonly Payment[] }) {
  const { can } = useStaff();
  const [refunded, setRefunded] = useState<Payment>();
  const [isOpen, setIsOpen] = useState(false);
  if (payments.length === 0) return <p className={classes.quiet}>Платежей ещё не было.</p>;
  return (
    <>
      <ul className={classes.lines}>
        {payments.map((payment) => (
          <li key={payment.id}>
            <span>
              <LinkAnchor
                to="."
                search={(current: object) => ({ ...current, payment: payment.id })}
                resetScroll={false}
                aria-label={`Открыть платёж ${paymentNumber(payment)}: ${formatMoney(payment)}`}
              >
                {formatMoney(payment)}
              </LinkAnchor>
              <span className={classes.secondary}>
                {paymentNumber(payment)}, <Moment at={payment.createdAt} />, {payment.createdBy}
              </span>
            </span>
            <span className={classes.end}>
              <PaymentStatusMark payment={payment} />
              {can('admin.money') && isRefundable(payment) && (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Вернуть деньги: ${formatMoney(payment)}`}
                  onClick={() => {
                    setRefunded(payment);
                    setIsOpen(true);
                  }}
                >
                  Вернуть
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <RefundDialog isOpen={isOpen} onClose={() => setIsOpen(false)} payment={refunded} />
    </>
  );
}

function isRefundable({ status, amountMinor, refundedMinor }: Payment): boolean {
  return status === 'succeeded' && refundedMinor < amountMinor;
}

interface RefundDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Undefined until a payment was chosen. */
  payment: Payment | undefined;
}

function RefundDialog({ isOpen, onClose, payment }: RefundDialogProps) {
  const title = payment ? `Вернуть деньги за платёж на ${formatMoney(payment)}?` : '';
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} width={560}>
      {payment && (
        <RefundForm
          key={payment.id}
          payment={payment}
          reasonHint={reasonHints.organizationLog}
          onSend={async (body, headers) => {
            await callConfirmed(refundPaymentAsStaff, { params: { paymentId: payment.id }, headers, body });
            void refreshAdmin();
          }}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}
