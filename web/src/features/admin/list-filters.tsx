import { CloseIcon } from '../../ui/icons.tsx';
import classes from './list-filters.module.css';
import { type Choice, chipsIn, chosenIn, type ListSearch } from './list-search.ts';
import { SearchInput } from './search-input.tsx';

interface ListFiltersProps {
  label: string;
  /** What can be searched by. */
  searchedBy: string;
  choices: readonly Choice[];
  search: ListSearch;
  onChange: (change: ListSearch, options?: { isTyping: boolean }) => void;
}

/** The conditions of a list, which live in the address. */
export function ListFilters({ label, searchedBy, choices, search, onChange }: ListFiltersProps) {
  return (
    <search className={classes.bar} aria-label={label}>
      <SearchInput label={searchedBy} value={search.q} onChange={(q) => onChange({ q }, { isTyping: true })} />
      <div className={classes.choices}>
        {choices.map((choice) => {
          const chosen = chosenIn(choice, search) ?? '';
          return (
            <select
              key={choice.name}
              className={classes.control}
              data-set={chosen !== '' || undefined}
              aria-label={choice.label}
              value={chosen}
              onChange={(event) => onChange({ [choice.name]: event.currentTarget.value || undefined })}
            >
              <option value="">{choice.label}</option>
              {Object.entries(choice.words).map(([value, word]) => (
                <option key={value} value={value}>
                  {word}
                </option>
              ))}
            </select>
          );
        })}
      </div>
    </search>
  );
}

type FilterChipsProps = Pick<ListFiltersProps, 'choices' | 'search' | 'onChange'>;

export function FilterChips({ choices, search, onChange }: FilterChipsProps) {
  const chips = chipsIn(choices, search);
  if (chips.length === 0) return null;
  const withoutAll = Object.fromEntries(chips.map(({ name }) => [name, undefined]));
  return (
    <ul className={classes.chips} aria-label="Условия отбора">
      {chips.map(({ name, words }) => (
        <li key={name}>
          <button
            type="button"
            className={classes.chip}
            aria-label={`Убрать условие: ${words}`}
            onClick={() => onChange({ [name]: undefined })}
          >
            {words}
            <CloseIcon size={16} />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className={classes.clear} onClick={() => onChange(withoutAll)}>
          Сбросить всё
        </button>
      </li>
    </ul>
  );
}
