import type { ReactNode } from 'react';
import { SkeletonLine } from '../ui/feedback/skeleton-line.tsx';
import { moveByArrows } from '../ui/lists/arrow-navigation.ts';
import frame from '../ui/lists/table.module.css';
import classes from './rows.module.css';

export interface RowColumn<Item> {
  title: string;
  width?: string;
  /** Right-aligned. */
  isAmount?: boolean;
  /** Hidden unless the table is wide. */
  isExtra?: boolean;
  render: (item: Item) => ReactNode;
}

interface Ticks<Item> {
  /** Of the box in the head. */
  allLabel?: string;
  isOffered: (item: Item) => boolean;
  labelOf: (item: Item) => string;
  ticked: ReadonlySet<string>;
  onTick: (items: readonly Item[], isTicked: boolean) => void;
}

interface RowsProps<Item extends { id: string }> {
  label: string;
  /** Where rows open something, the first column renders a `data-row-link` link whose click area is the whole row. */
  columns: readonly RowColumn<Item>[];
  /** Undefined while loading. */
  items: readonly Item[] | undefined;
  /** The rows still answer the previous filter. */
  isOutdated: boolean;
  ticks?: Ticks<Item> | undefined;
}

const skeletonRows = Array.from({ length: 8 }, (_, index) => ({ id: `skeleton-${index}` }));

/** A table on wide screens, cards on narrow ones; rows are links, arrow keys move between them. */
export function Rows<Item extends { id: string }>({ label, columns, items, isOutdated, ticks }: RowsProps<Item>) {
  const tickable = ticks ? (items ?? []).filter(ticks.isOffered) : [];
  const cells = (cell: (column: RowColumn<Item>, at: number) => ReactNode) =>
    columns.map((column, at) => {
      const content = cell(column, at);
      return (
        <td key={column.title} data-amount={column.isAmount} data-extra={column.isExtra}>
          {at > 0 && content && (
            <span className={classes.cardTitle} aria-hidden>
              {column.title}
            </span>
          )}
          {content}
        </td>
      );
    });
  return (
    <div className={frame.frame}>
      <table className={classes.table} aria-label={label} aria-busy={!items || isOutdated}>
        <thead>
          <tr>
            {ticks && (
              <th scope="col" className={classes.tick}>
                <Tick
                  label={ticks.allLabel ?? 'Выбрать всех показанных'}
                  isTicked={tickable.length > 0 && tickable.every(({ id }) => ticks.ticked.has(id))}
                  onTick={(isTicked) => ticks.onTick(tickable, isTicked)}
                />
              </th>
            )}
            {columns.map(({ title, width, isAmount, isExtra }) => (
              <th key={title} scope="col" style={{ width }} data-amount={isAmount} data-extra={isExtra}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={moveByArrows}>
          {items?.map((item) => (
            <tr key={item.id} data-ticked={ticks?.ticked.has(item.id) || undefined}>
              {ticks && (
                <td className={classes.tick}>
                  {ticks.isOffered(item) && (
                    <Tick
                      label={ticks.labelOf(item)}
                      isTicked={ticks.ticked.has(item.id)}
                      onTick={(isTicked) => ticks.onTick([item], isTicked)}
                    />
                  )}
                </td>
              )}
              {cells((column) => column.render(item))}
            </tr>
          ))}
          {!items &&
            skeletonRows.map(({ id }) => (
              <tr key={id}>
                {ticks && <td className={classes.tick} />}
                {cells((_, at) => (
                  <SkeletonLine width={at === 0 ? '60%' : '80%'} />
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

function Tick({ label, isTicked, onTick }: { label: string; isTicked: boolean; onTick: (isTicked: boolean) => void }) {
  return (
    <label>
      <input
        type="checkbox"
        aria-label={label}
        checked={isTicked}
        onChange={(event) => onTick(event.currentTarget.checked)}
      />
    </label>
  );
}
