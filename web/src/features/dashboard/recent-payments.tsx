import type { Payment } from '@kazna/contract/cabinet/payments';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import page from './dashboard-page.module.css';
import { PaymentRow } from './payment-row.tsx';
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
