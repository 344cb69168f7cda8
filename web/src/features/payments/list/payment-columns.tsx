import { paidWith, paymentNumber } from '@kazna/contract/cabinet/payment-labels';
import type { Payment } from '@kazna/contract/cabinet/payments';
import { formatMoney } from '@kazna/contract/shared/money';
import { Link } from '@tanstack/react-router';
import { TimeOfDay } from '../../../parts/moment.tsx';
import { PaymentStatusMark } from '../../../parts/payment-labels.tsx';
import type { RecordColumn } from '../../../ui/lists/records.tsx';
import classes from './payments-table.module.css';
import type { PaymentsSearch } from './search.ts';

export function paymentColumns(timezone: string | undefined, search: PaymentsSearch): RecordColumn<Payment>[] {
  return [
    {
      title: 'Время',
      className: classes.time,
      render: ({ createdAt }) => <TimeOfDay at={createdAt} timezone={timezone} />,
    },
    {
      title: 'Назначение',
      className: classes.purpose,
      render: ({ id, description }) => (
        <Link
          to="/payments/$id"
          params={{ id }}
          state={{ cameFrom: { to: '/payments', search } }}
          viewTransition
          data-row-link
        >
          {description ?? 'Пополнение баланса'}
        </Link>
      ),
    },
    { title: 'Номер', className: classes.number, render: paymentNumber },
    { title: 'Способ', className: classes.method, render: paidWith },
    {
      title: 'Кто',
      className: classes.person,
      render: ({ createdBy }) => <span title={createdBy}>{createdBy}</span>,
    },
    {
      title: 'Состояние',
      className: classes.status,
      render: (payment) => <PaymentStatusMark payment={payment} hasReason />,
    },
    { title: 'Сумма', className: classes.amount, render: formatMoney },
  ];
}
