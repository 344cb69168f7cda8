import type { ReactNode } from 'react';
import { SkeletonLine } from '../feedback/skeleton-line.tsx';
import classes from './records.module.css';

export interface RecordColumn<Item> {
  title: string;
  /** Hides the title of action columns; cards never show the first column's title. */
  isTitleHidden?: boolean;
  width?: string;
  render: (item: Item) => ReactNode;
}

interface RecordsProps<Item> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly RecordColumn<Item>[];
  /** Undefined while loading. */
  items: readonly Item[] | undefined;
  keyOf: (item: Item) => string;
}

const skeletonRows = ['1', '2', '3', '4'];

/** A table on wide screens, cards on narrow ones. */
export function Records<Item>({ label, columns, items, keyOf }: RecordsProps<Item>) {
  const row = (key: string, cell: (column: RecordColumn<Item>) => ReactNode) => (
    <tr key={key}>
      {columns.map((column) => (
        <td key={column.title}>
          {!column.isTitleHidden && (
            <span className={classes.cardTitle} aria-hidden>
              {column.title}
            </span>
          )}
          {cell(column)}
        </td>
      ))}
    </tr>
  );
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={label} aria-busy={!items}>
        <thead>
          <tr>
            {columns.map(({ title, isTitleHidden, width }) => (
              <th key={title} scope="col" style={{ width }}>
                <span className={isTitleHidden ? classes.hidden : undefined}>{title}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items
            ? items.map((item) => row(keyOf(item), (column) => column.render(item)))
            : skeletonRows.map((key) => row(key, () => <SkeletonLine width="70%" />))}
        </tbody>
      </table>
    </div>
  );
}
