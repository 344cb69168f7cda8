import type { Payment } from '@kazna/contract/cabinet/payments';
import { formatMoney } from '@kazna/contract/shared/money';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Moment } from '../../parts/moment.tsx';
import { PaymentStatusMark } from '../../parts/payment-labels.tsx';
import { RefundDialog } from '../payments/refund-dialog.tsx';
import classes from '../side-sheet.module.css';
import { useStaff } from '../use-staff.ts';

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
              <span className={classes.amount}>{formatMoney(payment)}</span>
              <span className={classes.secondary}>
                <Moment at={payment.createdAt} />, {payment.createdBy}
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
