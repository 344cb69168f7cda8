import type { Payment } from '@kazna/contract/cabinet/payments';
import { formatMoney } from '@kazna/contract/shared/money';
import { Link } from '@tanstack/react-router';
import { Moment } from '../../parts/moment.tsx';
import { PaymentStatusMark } from '../../parts/payment-status.tsx';

interface PaymentRowProps {
  payment: Payment;
  at: string;
  classes: Record<string, string | undefined>;
}

/**
 * One row of a short payment list; the list's styles decide how far the link reaches. Who paid by a rule is the rule, which
 * the title has said.
 */
export function PaymentRow({ payment, at, classes }: PaymentRowProps) {
  return (
    <li className={classes.row}>
      <span className={classes.words}>
        <Link to="/payments/$id" params={{ id: payment.id }} className={classes.link}>
          {payment.description ?? 'Пополнение баланса'}
        </Link>
        <span>
          {payment.createdBy !== payment.description && `${payment.createdBy}, `}
          <Moment at={at} />
        </span>
      </span>
      <span className={classes.status}>
        <PaymentStatusMark payment={payment} />
      </span>
      <strong className={classes.amount}>{formatMoney(payment)}</strong>
    </li>
  );
}
