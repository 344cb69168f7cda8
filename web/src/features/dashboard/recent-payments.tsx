import type { Payment } from '@kazna/contract/cabinet/payments';
import { formatMoney } from '@kazna/contract/shared/money';
import { Link } from '@tanstack/react-router';
import { Moment } from '../../parts/moment.tsx';
import { PaymentStatusMark } from '../../parts/payment-labels.tsx';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import page from './dashboard-page.module.css';
import classes from './recent-payments.module.css';

const skeletonRows = ['1', '2', '3', '4', '5'];

interface RecentPaymentsProps {
  /** Undefined while loading. */
  payments: readonly Payment[] | undefined;
  hasTransfers: boolean;
}

/** Not filtered by the period. */
export function RecentPayments({ payments, hasTransfers }: RecentPaymentsProps) {
  return (
    <section className={page.card} aria-labelledby="recent">
      <header className={page.cardHeader}>
        <h2 id="recent" className={page.cardTitle}>
          Последние платежи
        </h2>
        <LinkAnchor to="/payments">Все платежи</LinkAnchor>
      </header>
      <ul className={classes.rows}>
        {payments?.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} at={payment.createdAt} classes={classes} />
        )) ??
          skeletonRows.map((key) => (
            <li key={key} className={classes.row}>
              <SkeletonLine width="60%" />
            </li>
          ))}
      </ul>
      {payments?.length === 0 && (
        <p className={classes.empty}>
          {hasTransfers ? 'Картой и через СБП не платили: деньги пришли из банка.' : 'Платежей пока нет.'}
        </p>
      )}
    </section>
  );
}

interface PaymentRowProps {
  payment: Payment;
  at: string;
  classes: Record<string, string | undefined>;
}

/**
 * One row of a short payment list; the list's styles decide how far the link reaches. Who paid by a rule is the rule, which
 * the title has said.
 */
function PaymentRow({ payment, at, classes }: PaymentRowProps) {
  return (
    <li className={classes.row}>
      <span className={classes.text}>
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
