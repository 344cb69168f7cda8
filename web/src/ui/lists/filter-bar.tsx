import type { ReactNode } from 'react';
import { Popover } from '../dialogs/popover.tsx';
import { PlusIcon } from '../icons.tsx';
import { type Chip, FilterChips } from './filter-chips.tsx';
import classes from './filters.module.css';
import { SearchInput } from './search-input.tsx';

interface FilterBarProps {
  /** «Фильтры платежей». */
  label: string;
  searchLabel: string;
  placeholder: string;
  q: string | undefined;
  /** Debounced. */
  onSearch: (q: string | undefined) => void;
  /** Active filters; the search text is seen in its field. */
  chips: readonly Chip[];
  onClear: (change: Record<string, undefined>) => void;
  totals?: ReactNode;
  /** Fields of the popup; each closes it once its filter is chosen. */
  children: (close: () => void) => ReactNode;
}

export function FilterBar(props: FilterBarProps) {
  const { label, searchLabel, placeholder, q, onSearch, chips, onClear, totals, children } = props;
  const add = (
    <>
      <PlusIcon size={16} />
      Фильтр
    </>
  );
  return (
    <div className={classes.bar}>
      <search className={classes.filters} aria-label={label}>
        <SearchInput label={searchLabel} placeholder={placeholder} value={q} onChange={onSearch} />
        <FilterChips chips={chips.filter(({ names }) => !names.includes('q'))} onChange={onClear} />
        <Popover label={label} button={{ className: classes.add, content: add }}>
          {(close) => <div className={classes.panel}>{children(close)}</div>}
        </Popover>
      </search>
      {totals}
    </div>
  );
}

interface FilterChoiceProps {
  label: string;
  value: string | undefined;
  labels: Record<string, string>;
  anyLabel?: string;
  onChange: (value: string | undefined) => void;
}

/** A select filter; an unknown value counts as not set. */
export function FilterChoice({ label, value, labels, anyLabel = 'Любое значение', onChange }: FilterChoiceProps) {
  const known = value !== undefined && Object.hasOwn(labels, value) ? value : '';
  return (
    <label className={classes.field}>
      {label}
      <select
        className={classes.control}
        data-set={known !== '' || undefined}
        value={known}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
      >
        <option value="">{anyLabel}</option>
        {Object.entries(labels).map(([key, word]) => (
          <option key={key} value={key}>
            {word}
          </option>
        ))}
      </select>
    </label>
  );
}

export function FilterGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      {children}
    </fieldset>
  );
}
