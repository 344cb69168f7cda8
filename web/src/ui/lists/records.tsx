import type { ReactNode } from 'react';
import { groupByDay } from '../../format/date.ts';
import { SkeletonLine } from '../feedback/skeleton-line.tsx';
import { moveByArrows } from './arrow-navigation.ts';
import { openRow } from './open-row.ts';
import classes from './table.module.css';
import { useFirstRows } from './use-first-rows.ts';

export interface RecordColumn<Item> {
  title: string;
  /** Hides the title of action columns; cards never show the first column's title. */
  isTitleHidden?: boolean;
  width?: string;
  /** Class of the column's head and cells: width, alignment, what is hidden where it is narrow. */
  className?: string | undefined;
  render: (item: Item) => ReactNode;
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
  skeletonRows?: number;
  /** Class of a table of one-line rows, which says where its cells go on narrow screens; others list titles and values. */
  className?: string | undefined;
}

/** A table, or cards on narrow screens. A row with a `data-row-link` opens by a click anywhere, by arrows and Enter. */
export function Records<Item>(props: RecordsProps<Item>) {
  const { label, columns, keyOf, isOutdated = false, days, skeletonRows = 4, className } = props;
  const items = useFirstRows(props.items);
  const row = (key: string, cell: (column: RecordColumn<Item>) => ReactNode) => (
    <tr key={key}>
      {columns.map((column) => {
        const content = cell(column);
        return (
          <td key={column.title} className={column.className} data-none={content === '—' || undefined}>
            {content && !column.isTitleHidden && !className && (
              <span className={classes.cardTitle} aria-hidden>
                {column.title}
              </span>
            )}
            {content}
          </td>
        );
      })}
    </tr>
  );
  const rowOf = (item: Item) => row(keyOf(item), (column) => column.render(item));
  return (
    <div className={classes.frame}>
      <table
        className={`${classes.table} ${className ? `${classes.lines} ${className}` : classes.titled}`}
        aria-label={label}
        aria-busy={!items || isOutdated}
        onKeyDown={moveByArrows}
        onClick={openRow}
      >
        <thead>
          <tr>
            {columns.map(({ title, isTitleHidden, width, className: column }) => (
              <th key={title} scope="col" className={column} style={{ width }}>
                <span className={isTitleHidden ? classes.hidden : undefined}>{title}</span>
              </th>
            ))}
          </tr>
        </thead>
        {items && days ? (
          groupByDay(items, days.timeOf, days.timezone).map(({ day, title, items: ofDay }) => (
            <tbody key={day}>
              <tr className={classes.day}>
                <th colSpan={columns.length} scope="rowgroup">
                  {title}
                </th>
              </tr>
              {ofDay.map(rowOf)}
            </tbody>
          ))
        ) : (
          <tbody>{items ? items.map(rowOf) : skeletonKeys(skeletonRows).map((key) => row(key, skeletonCell))}</tbody>
        )}
      </table>
    </div>
  );
}

function skeletonKeys(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `skeleton-${index}`);
}

function skeletonCell() {
  return <SkeletonLine width="70%" />;
}
