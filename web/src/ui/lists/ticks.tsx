import classes from './ticks.module.css';

/** Which rows of a table can be ticked, and which are. */
export interface Ticks<Item> {
  /** Of the box in the head. */
  allLabel?: string;
  isOffered: (item: Item) => boolean;
  labelOf: (item: Item) => string;
  /** Keys of rows. */
  ticked: ReadonlySet<string>;
  onTick: (items: readonly Item[], isTicked: boolean) => void;
}

interface TickAllProps<Item> {
  ticks: Ticks<Item>;
  items: readonly Item[] | undefined;
  keyOf: (item: Item) => string;
}

export function TickAll<Item>({ ticks, items = [], keyOf }: TickAllProps<Item>) {
  const offered = items.filter(ticks.isOffered);
  return (
    <th scope="col" data-tick>
      <Tick
        label={ticks.allLabel ?? 'Выбрать всех показанных'}
        isTicked={offered.length > 0 && offered.every((item) => ticks.ticked.has(keyOf(item)))}
        onTick={(isTicked) => ticks.onTick(offered, isTicked)}
      />
    </th>
  );
}

export function TickRow<Item>({ ticks, item, id }: { ticks: Ticks<Item>; item: Item; id: string }) {
  return (
    <td data-tick>
      {ticks.isOffered(item) && (
        <Tick
          label={ticks.labelOf(item)}
          isTicked={ticks.ticked.has(id)}
          onTick={(isTicked) => ticks.onTick([item], isTicked)}
        />
      )}
    </td>
  );
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
