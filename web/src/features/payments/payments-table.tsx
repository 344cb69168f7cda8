import { paymentMethodLabels } from '@kazna/contract/cabinet/payment-labels';
import type { Payment } from '@kazna/contract/cabinet/payments';
import { formatMoney } from '@kazna/contract/shared/money';
import { Link, useSearch } from '@tanstack/react-router';
import { Moment } from '../../parts/moment.tsx';
import { PaymentStatusMark } from '../../parts/payment-status.tsx';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import { moveByArrows } from '../../ui/lists/arrow-navigation.ts';
import { openRow } from '../../ui/lists/open-row.ts';
import frame from '../../ui/lists/table.module.css';
import { PaymentNumber } from './payment-number.tsx';
import classes from './payments-table.module.css';

const columns = [
  ['date', 'Создан'],
  ['purpose', 'Назначение'],
  ['method', 'Способ'],
  ['person', 'Кто создал'],
  ['number', 'Номер'],
  ['status', 'Состояние'],
  ['amount', 'Сумма'],
] as const;

const skeletonRows = Array.from({ length: 10 }, (_, index) => `skeleton-${index}`);

interface PaymentsTableProps {
  /** Undefined while loading. */
  payments: Payment[] | undefined;
  /** The rows still answer the previous filter. */
  isOutdated: boolean;
}

/** CSS turns rows into cards on narrow screens. */
export function PaymentsTable({ payments, isOutdated }: PaymentsTableProps) {
  return (
    <div className={frame.frame}>
      <table className={classes.table} aria-label="Платежи" aria-busy={!payments || isOutdated}>
        <thead>
          <tr>
            {columns.map(([name, title]) => (
              <th key={name} scope="col" className={classes[name]}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={moveByArrows} onClick={openRow}>
          {payments
            ? payments.map((payment) => <PaymentRow key={payment.id} {...payment} />)
            : skeletonRows.map((key) => <SkeletonRow key={key} />)}
        </tbody>
      </table>
    </div>
  );
}

function PaymentRow(payment: Payment) {
  const { id, createdAt, description, method, createdBy } = payment;
  const search = useSearch({ from: '/_protected/payments/' });
  return (
    <tr>
      <td className={classes.date}>
        <Moment at={createdAt} />
      </td>
      <td className={classes.purpose}>
        <Link
          to="/payments/$id"
          params={{ id }}
          state={{ cameFrom: { to: '/payments', search } }}
          className={classes.link}
          data-row-link
        >
          {description ?? 'Пополнение баланса'}
        </Link>
      </td>
      <td className={classes.method}>{paymentMethodLabels[method]}</td>
      <td className={classes.person} title={createdBy}>
        {createdBy}
      </td>
      <td className={classes.number}>
        <PaymentNumber id={id} />
      </td>
      <td className={classes.status}>
        <PaymentStatusMark payment={payment} />
      </td>
      <td className={classes.amount}>{formatMoney(payment)}</td>
    </tr>
  );
}

function SkeletonRow() {
  return (
    <tr>
      {columns.map(([name]) => (
        <td key={name} className={classes[name]}>
          <SkeletonLine width={name === 'purpose' ? '70%' : name === 'status' ? 120 : 90} />
        </td>
      ))}
    </tr>
  );
}
