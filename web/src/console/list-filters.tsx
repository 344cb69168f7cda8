import { type Chip, FilterBar, FilterChoice } from '../ui/lists/filter-bar.tsx';

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

export type ListSearch = Partial<Record<string, string>>;

export interface Choice<Search extends ListSearch = ListSearch> {
  name: keyof Search & string;
  label: string;
  words: Record<string, string>;
}

/** Unknown values in the URL are ignored. */
function chosenIn({ name, words }: Choice, search: ListSearch): string | undefined {
  const value = search[name];
  return value !== undefined && Object.hasOwn(words, value) ? value : undefined;
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
  const chips = choices.flatMap(({ name, words }) => {
    const word = words[filter[name] ?? ''];
    return word ? [{ names: [name], words: word }] : [];
  });
  return filter.q ? [{ names: ['q'], words: `«${filter.q}»` }, ...chips] : chips;
}
