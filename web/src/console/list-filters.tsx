import type { ReactNode } from 'react';
import { type Chip, FilterBar, FilterChoice } from '../ui/lists/filter-bar.tsx';

interface ListFiltersProps {
  label: string;
  /** Names the searchable fields. */
  searchedBy: string;
  choices: readonly Choice[];
  search: ListSearch;
  views?: ReactNode;
  totals?: ReactNode;
  onChange: (change: ListSearch, options?: { isTyping: boolean }) => void;
}

export function ListFilters({ label, searchedBy, choices, search, views, totals, onChange }: ListFiltersProps) {
  return (
    <FilterBar
      label={label}
      searchLabel={`Поиск: ${searchedBy}`}
      placeholder={searchedBy}
      q={search.q}
      views={views}
      onSearch={(q) => onChange({ q }, { isTyping: true })}
      chips={chipsIn(choices, search)}
      onClear={onChange}
      totals={totals}
    >
      {(close) =>
        choices.map(({ name, label: title, labels, anyLabel }) => (
          <FilterChoice
            key={name}
            label={title}
            value={search[name]}
            labels={labels}
            {...(anyLabel && { anyLabel })}
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

export type ListSearch = Partial<Record<string, string>>;

export interface Choice<Search extends ListSearch = ListSearch> {
  name: keyof Search & string;
  label: string;
  labels: Record<string, string>;
  /** What the list does without a choice. */
  anyLabel?: string;
}

/** Unknown values in the URL are ignored. */
function chosenIn({ name, labels }: Choice, search: ListSearch): string | undefined {
  const value = search[name];
  return value !== undefined && Object.hasOwn(labels, value) ? value : undefined;
}

export function filterIn(choices: readonly Choice[], search: ListSearch): ListSearch {
  const conditions = [
    ['q', search.q?.trim().slice(0, 128) || undefined],
    ...choices.map((choice) => [choice.name, chosenIn(choice, search)]),
  ];
  return Object.fromEntries(conditions.filter(([, value]) => value !== undefined));
}

export function chipsIn(choices: readonly Choice[], search: ListSearch): Chip[] {
  const filter = filterIn(choices, search);
  const chips = choices.flatMap(({ name, labels }) => {
    const text = labels[filter[name] ?? ''];
    return text ? [{ names: [name], text }] : [];
  });
  return filter.q ? [{ names: ['q'], text: `«${filter.q}»` }, ...chips] : chips;
}
