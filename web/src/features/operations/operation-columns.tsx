import { actorOf, entryKinds, type Operation } from '@kazna/contract/cabinet/balance';
import { formatMoney } from '@kazna/contract/shared/money';
import { Link } from '@tanstack/react-router';
import { formatSignedMoney } from '../../format/numbers.ts';
import { TimeOfDay } from '../../parts/moment.tsx';
import type { RecordColumn } from '../../ui/lists/records.tsx';
import classes from './operations-table.module.css';
import type { OperationsSearch } from './search.ts';

export function operationColumns(timezone: string, search: OperationsSearch): RecordColumn<Operation>[] {
  return [
    {
      title: 'Время',
      className: classes.time,
      render: ({ createdAt }) => <TimeOfDay at={createdAt} timezone={timezone} />,
    },
    {
      title: 'Операция',
      className: classes.kind,
      render: ({ kind, paymentId, invoiceId, chargeId }) => {
        const state = { cameFrom: { to: '/operations', search } } as const;
        if (paymentId) {
          return (
            <Link to="/payments/$id" params={{ id: paymentId }} state={state} data-row-link>
              {entryKinds[kind]}
            </Link>
          );
        }
        if (invoiceId) {
          return (
            <Link to="/invoices/$id" params={{ id: invoiceId }} state={state} data-row-link>
              {entryKinds[kind]}
            </Link>
          );
        }
        if (chargeId) {
          return (
            <Link to="/operations/$id" params={{ id: chargeId }} state={state} data-row-link>
              {entryKinds[kind]}
            </Link>
          );
        }
        return entryKinds[kind];
      },
    },
    {
      title: 'Описание',
      className: classes.about,
      render: ({ description }) => description && <span title={description}>{description}</span>,
    },
    {
      title: 'Кто',
      className: classes.person,
      render: (operation) => <span title={actorOf(operation)}>{actorOf(operation)}</span>,
    },
    {
      title: 'Сумма',
      className: classes.amount,
      render: ({ amountMinor, currency }) => (
        <span data-in={amountMinor > 0 || undefined}>{formatSignedMoney({ amountMinor, currency })}</span>
      ),
    },
    {
      title: 'Баланс после',
      className: classes.after,
      render: ({ balanceAfterMinor, currency }) => (
        <>
          <span className={classes.afterWord} aria-hidden="true">
            Стало{' '}
          </span>
          {formatMoney({ amountMinor: balanceAfterMinor, currency })}
        </>
      ),
    },
  ];
}
