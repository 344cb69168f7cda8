import { type ReactNode, useState } from 'react';
import { FilterIcon } from '../icons.tsx';
import classes from './filters.module.css';
import { SearchInput } from './search-input.tsx';

interface FilterBarProps {
  /** «Фильтры платежей». */
  label: string;
  searchLabel: string;
  /** Names the searchable fields. */
  placeholder: string;
  q: string | undefined;
  /** Debounced. */
  onSearch: (q: string | undefined) => void;
  /** Active filters, not counting the search text. */
  count: number;
  children: ReactNode;
}

/** Filters in one row; on a phone they fold behind a button. */
export function FilterBar({ label, searchLabel, placeholder, q, onSearch, count, children }: FilterBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <search className={classes.bar} data-open={isOpen || undefined} aria-label={label}>
      <SearchInput label={searchLabel} placeholder={placeholder} value={q} onChange={onSearch} />
      <button type="button" className={classes.toggle} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <FilterIcon />
        {count > 0 ? `Фильтры: ${count}` : 'Фильтры'}
      </button>
      <div className={classes.filters}>{children}</div>
    </search>
  );
}

interface FilterChoiceProps {
  label: string;
  /** Accessible name: «Фильтр по валюте». */
  purpose?: string;
  value: string | undefined;
  words: Record<string, string>;
  onChange: (value: string | undefined) => void;
}

/** A select filter; an unknown value counts as not set. */
export function FilterChoice({ label, purpose = label, value, words, onChange }: FilterChoiceProps) {
  const known = value !== undefined && Object.hasOwn(words, value) ? value : '';
  return (
    <select
      className={classes.control}
      data-set={known !== '' || undefined}
      aria-label={purpose}
      value={known}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    >
      <option value="">{label}</option>
      {Object.entries(words).map(([key, word]) => (
        <option key={key} value={key}>
          {word}
        </option>
      ))}
    </select>
  );
}
