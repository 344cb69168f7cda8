import type { ReactNode } from 'react';
import { SkeletonLine } from '../feedback/skeleton-line.tsx';
import classes from './records.module.css';

export interface RecordColumn<Item> {
  title: string;
  /** Buttons speak for themselves. A card needs no title for its first line either. */
  isTitleHidden?: boolean;
  width?: string;
  render: (item: Item) => ReactNode;
}

interface RecordsProps<Item> {
  /** What the list holds, for those who do not see it. */
  label: string;
  columns: readonly RecordColumn<Item>[];
  /** Absent while it is loading. */
  items: readonly Item[] | undefined;
  keyOf: (item: Item) => string;
}

const skeletonRows = ['1', '2', '3', '4'];

/** A table on a desk, cards on a phone. */
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
