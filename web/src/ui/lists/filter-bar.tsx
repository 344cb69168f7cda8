import { Button } from '@mantine/core';
import { Popover } from '../dialogs/popover.tsx';
import { CompassDrawing } from '../drawings.tsx';
import { Empty } from '../feedback/empty.tsx';
import { PlusIcon } from '../icons.tsx';
import { CloseIcon } from '../visitor-icons.tsx';
import classes from './filters.module.css';
import { SearchInput } from './search-input.tsx';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/UnstyledButton.css';
import type { ReactNode } from 'react';

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
  /** Stands first: the saved filters. */
  views?: ReactNode;
  /** Fields of the popup; each closes it once its filter is chosen. */
  children: (close: () => void) => ReactNode;
}

export function FilterBar(props: FilterBarProps) {
  const { label, searchLabel, placeholder, q, onSearch, chips, onClear, totals, views, children } = props;
  const add = (
    <>
      <PlusIcon size={16} />
      Фильтр
    </>
  );
  return (
    <div className={classes.bar}>
      <search className={classes.filters} aria-label={label}>
        {views}
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

export interface Chip<Name extends string = string> {
  /** Search parameters that form the condition. */
  names: readonly Name[];
  text: string;
}

interface FilterChipsProps {
  chips: readonly Chip[];
  onChange: (change: Record<string, undefined>) => void;
}

function FilterChips({ chips, onChange }: FilterChipsProps) {
  if (chips.length === 0) return null;
  const remove = (names: readonly string[]) => onChange(Object.fromEntries(names.map((name) => [name, undefined])));
  return (
    <ul className={classes.chips} aria-label="Заданные фильтры">
      {chips.map(({ names, text }) => (
        <li key={names.join()}>
          <button
            type="button"
            className={classes.chip}
            aria-label={`Убрать фильтр: ${text}`}
            onClick={() => remove(names)}
          >
            {text}
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

/** `what` in the genitive plural: «платежей». */
export function NothingFiltered({ what, onClear }: { what: string; onClear: () => void }) {
  const clear = <Button onClick={onClear}>Сбросить фильтры</Button>;
  return (
    <Empty drawing={<CompassDrawing />} title={`С такими фильтрами ${what} нет`} action={clear}>
      Измените их или сбросьте.
    </Empty>
  );
}
