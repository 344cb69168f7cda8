import { actorOf, entryKinds, type Operation } from '@kazna/contract/cabinet/balance';
import { formatMoney } from '@kazna/contract/shared/money';
import { Link } from '@tanstack/react-router';
import { formatDateTime, formatTime } from '../../format/date.ts';
import { formatSignedMoney } from '../../format/signed-money.ts';
import { groupByDay } from '../../parts/day-groups.ts';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import { moveByArrows } from '../../ui/lists/arrow-navigation.ts';
import { openRow } from '../../ui/lists/open-row.ts';
import frame from '../../ui/lists/table.module.css';
import classes from './operations-table.module.css';
import type { OperationsSearch } from './search.ts';

const columns = [
  ['time', 'Время'],
  ['kind', 'Операция'],
  ['about', 'Описание'],
  ['person', 'Кто'],
  ['amount', 'Сумма'],
  ['after', 'Баланс после'],
] as const;

const skeletonRows = Array.from({ length: 10 }, (_, index) => `skeleton-${index}`);

interface OperationsTableProps {
  /** Undefined while loading. */
  operations: Operation[] | undefined;
  timezone: string;
  search: OperationsSearch;
  /** The rows still answer the previous filter. */
  isOutdated: boolean;
}

/** CSS turns rows into cards on narrow screens. */
export function OperationsTable({ operations, timezone, search, isOutdated }: OperationsTableProps) {
  return (
    <div className={frame.frame}>
      <table
        className={classes.table}
        aria-label="Операции"
        aria-busy={!operations || isOutdated}
        onKeyDown={moveByArrows}
        onClick={openRow}
      >
        <thead>
          <tr>
            {columns.map(([name, title]) => (
              <th key={name} scope="col" className={classes[name]}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        {operations ? (
          groupByDay(operations, timezone).map(({ day, title, operations }) => (
            <tbody key={day}>
              <tr className={classes.day}>
                <th colSpan={columns.length} scope="rowgroup">
                  {title}
                </th>
              </tr>
              {operations.map((operation) => (
                <OperationRow key={operation.id} operation={operation} timezone={timezone} search={search} />
              ))}
            </tbody>
          ))
        ) : (
          <tbody>
            {skeletonRows.map((key) => (
              <SkeletonRow key={key} />
            ))}
          </tbody>
        )}
      </table>
    </div>
  );
}

interface OperationRowProps {
  operation: Operation;
  timezone: string;
  search: OperationsSearch;
}

function OperationRow({ operation, timezone, search }: OperationRowProps) {
  const { kind, createdAt, description, paymentId, amountMinor, balanceAfterMinor, currency } = operation;
  const actor = actorOf(operation);
  return (
    <tr>
      <td className={classes.time}>
        <time dateTime={createdAt} title={formatDateTime(createdAt, timezone)}>
          {formatTime(createdAt, timezone)}
        </time>
      </td>
      <td className={classes.kind}>
        {paymentId ? (
          <Link
            to="/payments/$id"
            params={{ id: paymentId }}
            state={{ cameFrom: { to: '/operations', search } }}
            className={classes.link}
            data-row-link
          >
            {entryKinds[kind]}
          </Link>
        ) : (
          entryKinds[kind]
        )}
      </td>
      <td className={classes.about} title={description ?? undefined}>
        {description}
      </td>
      <td className={classes.person} title={actor}>
        {actor}
      </td>
      <td className={classes.amount} data-in={amountMinor > 0 || undefined}>
        {formatSignedMoney({ amountMinor, currency })}
      </td>
      <td className={classes.after}>
        <span className={classes.afterWord} aria-hidden="true">
          Стало{' '}
        </span>
        {formatMoney({ amountMinor: balanceAfterMinor, currency })}
      </td>
    </tr>
  );
}

function SkeletonRow() {
  return (
    <tr>
      {columns.map(([name]) => (
        <td key={name} className={classes[name]}>
          <SkeletonLine width={name === 'about' ? '70%' : name === 'time' ? 40 : 90} />
        </td>
      ))}
    </tr>
  );
}
