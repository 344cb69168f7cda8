import { CloseIcon } from '../icons.tsx';
import classes from './filters.module.css';

export interface Chip<Name extends string = string> {
  /** Search parameters that form the condition. */
  names: readonly Name[];
  words: string;
}

interface FilterChipsProps {
  chips: readonly Chip[];
  onChange: (change: Record<string, undefined>) => void;
}

export function FilterChips({ chips, onChange }: FilterChipsProps) {
  if (chips.length === 0) return null;
  const remove = (names: readonly string[]) => onChange(Object.fromEntries(names.map((name) => [name, undefined])));
  return (
    <ul className={classes.chips} aria-label="Заданные фильтры">
      {chips.map(({ names, words }) => (
        <li key={names.join()}>
          <button
            type="button"
            className={classes.chip}
            aria-label={`Убрать фильтр: ${words}`}
            onClick={() => remove(names)}
          >
            {words}
            <CloseIcon size={16} />
          </button>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <button type="button" className={classes.clear} onClick={() => remove(chips.flatMap(({ names }) => names))}>
            Сбросить всё
          </button>
        </li>
      )}
    </ul>
  );
}
