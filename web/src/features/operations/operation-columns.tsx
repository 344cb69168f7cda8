import { actorOf, entryKinds } from '@kazna/contract/cabinet/balance';
import { formatMoney } from '@kazna/contract/shared/money';
import { Link } from '@tanstack/react-router';
import { formatSignedMoney } from '../../format/numbers.ts';
import { TimeOfDay } from '../../parts/moment.tsx';
import type { RecordColumn } from '../../ui/lists/records.tsx';
import classes from './operations-table.module.css';
import { isPromised, type OperationRow, promisedText } from './promised-rows.ts';
import type { OperationsSearch } from './search.ts';

export function operationColumns(timezone: string, search: OperationsSearch): RecordColumn<OperationRow>[] {
  return [
    {
      title: 'Время',
      className: classes.time,
      render: ({ createdAt }) => <TimeOfDay at={createdAt} timezone={timezone} />,
    },
    {
      title: 'Операция',
      className: classes.kind,
      render: (row) =>
        isPromised(row) ? (
          'Обещанный платёж'
        ) : (
          <Link
            to="/operations"
            search={{ ...search, operation: row.id }}
            state={{ isSheetOverList: true }}
            resetScroll={false}
            data-row-link
          >
            {entryKinds[row.kind]}
          </Link>
        ),
    },
    {
      title: 'Описание',
      className: classes.about,
      render: (row) => {
        const description = isPromised(row) ? promisedText(row) : row.description;
        return description && <span title={description}>{description}</span>;
      },
    },
    {
      title: 'Кто',
      className: classes.person,
      render: (row) => !isPromised(row) && <span title={actorOf(row)}>{actorOf(row)}</span>,
    },
    {
      title: 'Сумма',
      className: classes.amount,
      render: (row) =>
        isPromised(row) ? (
          <span className={classes.notMoney}>не деньги</span>
        ) : (
          <span data-in={row.amountMinor > 0 || undefined}>{formatSignedMoney(row)}</span>
        ),
    },
    {
      title: 'Баланс после',
      className: classes.after,
      render: (row) =>
        !isPromised(row) && (
          <>
            <span className={classes.afterWord} aria-hidden="true">
              Стало{' '}
            </span>
            {formatMoney({ amountMinor: row.balanceAfterMinor, currency: row.currency })}
          </>
        ),
    },
  ];
}
