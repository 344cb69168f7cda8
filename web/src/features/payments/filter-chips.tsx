import { CloseIcon } from '../../ui/icons.tsx';
import classes from './filter-bar.module.css';
import { chipsOf, type PaymentsSearch } from './search.ts';

interface FilterChipsProps {
  search: PaymentsSearch;
  onChange: (change: PaymentsSearch) => void;
  onClear: () => void;
}

export function FilterChips({ search, onChange, onClear }: FilterChipsProps) {
  const chips = chipsOf(search);
  if (chips.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label="Условия отбора">
      {chips.map(({ names, words }) => (
        <li key={names.join()}>
          <button
            type="button"
            className={classes.chip}
            aria-label={`Убрать условие: ${words}`}
            onClick={() => onChange(Object.fromEntries(names.map((name) => [name, undefined])))}
          >
            {words}
            <CloseIcon size={16} />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className={classes.clear} onClick={onClear}>
          Сбросить всё
        </button>
      </li>
    </ul>
  );
}
