import type { Payment } from '@kazna/contract/cabinet/payments';
import { formatMoney } from '@kazna/contract/shared/money';
import { Link } from '@tanstack/react-router';
import { PaymentStatusMark } from '../../parts/payment-status.tsx';
import { useTimezone } from '../../queries/timezone.ts';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { Moment } from '../../ui/moment.tsx';
import page from './dashboard-page.module.css';
import classes from './recent-payments.module.css';

const skeletonRows = ['1', '2', '3', '4', '5'];

/** Not filtered by the period. */
export function RecentPayments({ payments }: { payments: readonly Payment[] | undefined }) {
  return (
    <section className={page.card} aria-labelledby="recent">
      <header className={page.cardHeader}>
        <h2 id="recent" className={page.cardTitle}>
          Последние операции
        </h2>
        <LinkAnchor to="/payments">Все платежи</LinkAnchor>
      </header>
      <ul className={classes.rows}>
        {payments?.map((payment) => <PaymentRow key={payment.id} payment={payment} />) ??
          skeletonRows.map((key) => (
            <li key={key} className={classes.row}>
              <SkeletonLine width="60%" />
            </li>
          ))}
      </ul>
      {payments?.length === 0 && <p className={classes.empty}>Платежей пока нет.</p>}
    </section>
  );
}

function PaymentRow({ payment }: { payment: Payment }) {
  const timezone = useTimezone();
  const { id, description, createdAt, createdBy } = payment;
  return (
    <li className={classes.row}>
      <span className={classes.words}>
        {/* The link's click area is the whole row. */}
        <Link to="/payments/$id" params={{ id }} className={classes.link}>
          {description ?? 'Пополнение баланса'}
        </Link>
        <span>
          {createdBy}, <Moment at={createdAt} timezone={timezone} />
        </span>
      </span>
      <span className={classes.status}>
        <PaymentStatusMark payment={payment} />
      </span>
      <strong className={classes.amount}>{formatMoney(payment)}</strong>
    </li>
  );
}
