import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { groupByDay } from '../../format/date.ts';
import { SkeletonLine } from '../feedback/skeleton-line.tsx';
import lines from './lines-table.module.css';
import { moveByArrows, openRow } from './row-navigation.ts';
import frame from './table.module.css';
import titled from './titled-table.module.css';

export interface RecordColumn<Item> {
  title: string;
  /** Hides the title of action columns; cards never show the first column's title. */
  isTitleHidden?: boolean;
  width?: string;
  /** Right-aligned. */
  isAmount?: boolean;
  /** Hidden unless the table is wide. */
  isExtra?: boolean;
  /** Class of the column's head and cells: width, alignment, what is hidden where it is narrow. */
  className?: string | undefined;
  /** Makes the title a button that sorts the list. */
  sorting?: { direction: 'ascending' | 'descending' | undefined; onSort: () => void };
  render: (item: Item) => ReactNode;
}

/** Boxes before the first column; `rowTicks` makes them. */
export interface RowTicks<Item> {
  /** Keys of rows. */
  ticked: ReadonlySet<string>;
  all: ReactNode;
  boxOf: (item: Item) => ReactNode;
}

interface RecordsProps<Item> {
  label: string;
  columns: readonly RecordColumn<Item>[];
  /** Undefined while loading. */
  items: readonly Item[] | undefined;
  keyOf: (item: Item) => string;
  /** The rows still answer the previous filter. */
  isOutdated?: boolean;
  /** Groups rows by day. */
  days?: { timeOf: (item: Item) => string; timezone: string };
  ticks?: RowTicks<Item> | undefined;
  skeletonRows?: number;
  /** Rows tall enough for two lines each, closer together as cards. */
  isTall?: boolean;
  /** Class of a table of one-line rows, which says where its cells go on narrow screens; others list titles and values. */
  className?: string | undefined;
}

/** A table, or cards on narrow screens. A row with a `data-row-link` opens by a click anywhere, by arrows and Enter. */
export function Records<Item>(props: RecordsProps<Item>) {
  const { label, columns, keyOf, isOutdated = false, days, ticks, isTall, className } = props;
  const skeletonRows = props.skeletonRows ?? (isTall ? 8 : 4);
  const items = useFirstRows(props.items);
  const row = (key: string, cell: (column: RecordColumn<Item>) => ReactNode, tick?: ReactNode) => (
    <tr key={key} data-ticked={ticks?.ticked.has(key) || undefined}>
      {tick}
      {columns.map((column, at) => (
        <Cell key={column.title} column={column} isTitled={at > 0 && !column.isTitleHidden && !className}>
          {cell(column)}
        </Cell>
      ))}
    </tr>
  );
  const rowOf = (item: Item) => {
    const key = keyOf(item);
    return row(key, (column) => column.render(item), ticks && <td data-tick>{ticks.boxOf(item)}</td>);
  };
  return (
    <div className={frame.frame}>
      <table
        className={className ? `${lines.table} ${className}` : `${titled.table} ${isTall ? titled.tall : ''}`}
        aria-label={label}
        aria-busy={!items || isOutdated}
        onKeyDown={moveByArrows}
        onClick={openRow}
      >
        <thead>
          <tr>
            {ticks && (
              <th scope="col" data-tick>
                {ticks.all || <span className={titled.hidden}>Выбор</span>}
              </th>
            )}
            {columns.map(({ title, isTitleHidden, width, isAmount, isExtra, sorting, className: column }) => (
              <th
                key={title}
                scope="col"
                className={column}
                style={{ width }}
                data-amount={isAmount}
                data-extra={isExtra}
                aria-sort={sorting?.direction}
              >
                {sorting ? (
                  <button type="button" className={titled.sort} onClick={sorting.onSort}>
                    {title}
                  </button>
                ) : (
                  <span className={isTitleHidden ? titled.hidden : undefined}>{title}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        {items && days ? (
          groupByDay(items, days.timeOf, days.timezone).map(({ day, title, items: ofDay }) => (
            <tbody key={day}>
              <tr className={lines.day}>
                <th colSpan={columns.length + (ticks ? 1 : 0)} scope="rowgroup">
                  {title}
                </th>
              </tr>
              {ofDay.map(rowOf)}
            </tbody>
          ))
        ) : (
          <tbody>
            {items?.map(rowOf) ??
              skeletonKeys(skeletonRows).map((key) => row(key, skeletonCell, ticks && <td data-tick />))}
          </tbody>
        )}
      </table>
    </div>
  );
}

interface CellProps {
  column: Pick<RecordColumn<never>, 'title' | 'isAmount' | 'isExtra' | 'className'>;
  /** Shows the column's title on a card. */
  isTitled: boolean;
  children: ReactNode;
}

function Cell({ column: { title, isAmount, isExtra, className }, isTitled, children }: CellProps) {
  return (
    <td className={className} data-amount={isAmount} data-extra={isExtra} data-none={children === '—' || undefined}>
      {isTitled && children && (
        <span className={titled.cardTitle} aria-hidden>
          {title}
        </span>
      )}
      {children}
    </td>
  );
}

function skeletonKeys(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `skeleton-${index}`);
}

function skeletonCell() {
  return <SkeletonLine width="70%" />;
}

/** The lowest row of any table. */
const minRowHeight = 44;

let isFirstTable = true;

/**
 * Returns as many rows as the window shows on the first screen of a visit, and the rest right after it is painted. Later
 * pages have all rows at once: the router restores their scroll position right after they are rendered.
 */
function useFirstRows<Item>(items: readonly Item[] | undefined): readonly Item[] | undefined {
  const [isWhole, setIsWhole] = useState(!isFirstTable);
  useEffect(() => {
    isFirstTable = false;
    startTransition(() => setIsWhole(true));
  }, []);
  return isWhole ? items : items?.slice(0, Math.ceil(innerHeight / minRowHeight));
}
