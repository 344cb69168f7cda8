import type { RowTicks } from './records.tsx';
import classes from './ticks.module.css';

interface TickOptions<Item> {
  /** Of the box in the head. */
  allLabel?: string;
  isOffered: (item: Item) => boolean;
  labelOf: (item: Item) => string;
  ticked: ReadonlySet<string>;
  onTick: (items: readonly Item[], isTicked: boolean) => void;
}

/** Boxes for the rows of a table and one for all that are shown. */
export function rowTicks<Item extends { id: string }>(
  items: readonly Item[] | undefined,
  { allLabel = 'Выбрать всех показанных', isOffered, labelOf, ticked, onTick }: TickOptions<Item>,
): RowTicks<Item> {
  const offered = items?.filter(isOffered) ?? [];
  return {
    ticked,
    // A box that ticks nothing would only puzzle.
    all: offered.length > 0 && (
      <Tick
        label={allLabel}
        isTicked={offered.every(({ id }) => ticked.has(id))}
        onTick={(isTicked) => onTick(offered, isTicked)}
      />
    ),
    boxOf: (item) =>
      isOffered(item) && (
        <Tick label={labelOf(item)} isTicked={ticked.has(item.id)} onTick={(isTicked) => onTick([item], isTicked)} />
      ),
  };
}

function Tick({ label, isTicked, onTick }: { label: string; isTicked: boolean; onTick: (isTicked: boolean) => void }) {
  return (
    <label className={classes.tick}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isTicked}
        onChange={(event) => onTick(event.currentTarget.checked)}
      />
    </label>
  );
}
