import { FilterBar, FilterChoice } from '../ui/lists/filter-bar.tsx';
import { type Choice, chipsIn, type ListSearch } from './list-search.ts';

interface ListFiltersProps {
  label: string;
  /** Names the searchable fields. */
  searchedBy: string;
  choices: readonly Choice[];
  search: ListSearch;
  onChange: (change: ListSearch, options?: { isTyping: boolean }) => void;
}

export function ListFilters({ label, searchedBy, choices, search, onChange }: ListFiltersProps) {
  return (
    <FilterBar
      label={label}
      searchLabel={`Поиск: ${searchedBy}`}
      placeholder={searchedBy}
      q={search.q}
      onSearch={(q) => onChange({ q }, { isTyping: true })}
      chips={chipsIn(choices, search)}
      onClear={onChange}
    >
      {(close) =>
        choices.map(({ name, label: title, words }) => (
          <FilterChoice
            key={name}
            label={title}
            value={search[name]}
            labels={words}
            onChange={(value) => {
              close();
              onChange({ [name]: value });
            }}
          />
        ))
      }
    </FilterBar>
  );
}
