import { currencies } from '@kazna/contract/money';
import { methodWords, statusWords } from '@kazna/contract/payment-words';
import { type ReactNode, useState } from 'react';
import classes from './filter-bar.module.css';
import { ArrowDownIcon, FilterIcon } from './payment-icons.tsx';
import { periodWords } from './period.ts';
import { Popup } from './popup.tsx';
import { RangeForm } from './range-form.tsx';
import { amountText, chipsOf, type PaymentsSearch, periodText } from './search.ts';
import { SearchInput } from './search-input.tsx';

interface FilterBarProps {
  search: PaymentsSearch;
  onChange: (change: PaymentsSearch, options?: { isTyping: boolean }) => void;
}

/** One row on a desk; on a phone a button opens it. */
export function FilterBar({ search, onChange }: FilterBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const count = chipsOf(search).filter(({ names }) => !names.includes('q')).length;
  return (
    <search className={classes.bar} data-open={isOpen || undefined} aria-label="Отбор платежей">
      <SearchInput value={search.q} onChange={(q) => onChange({ q }, { isTyping: true })} />
      <button type="button" className={classes.toggle} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <FilterIcon />
        {count > 0 ? `Фильтры: ${count}` : 'Фильтры'}
      </button>
      <div className={classes.filters}>
        <Choice
          purpose="Отбор по состоянию"
          label="Состояние"
          value={search.status}
          words={statusWords}
          onChange={(status) => onChange({ status })}
        />
        <Choice
          purpose="Отбор по способу оплаты"
          label="Способ оплаты"
          value={search.method}
          words={methodWords}
          onChange={(method) => onChange({ method })}
        />
        <Choice
          purpose="Отбор по валюте"
          label="Валюта"
          value={search.currency}
          words={Object.fromEntries(currencies.map((code) => [code, code]))}
          onChange={(currency) => onChange({ currency })}
        />
        <PeriodFilter search={search} onChange={onChange} />
        <ConditionPopup purpose="Отбор по сумме" label="Сумма" words={amountText(search)}>
          {(close) => (
            <RangeForm
              type="text"
              labels={['От', 'До']}
              values={[search.amountMin, search.amountMax]}
              onApply={(amountMin, amountMax) => {
                onChange({ amountMin, amountMax });
                close();
              }}
            />
          )}
        </ConditionPopup>
      </div>
    </search>
  );
}

function PeriodFilter({ search, onChange }: FilterBarProps) {
  return (
    <ConditionPopup purpose="Отбор по времени" label="Период" words={periodText(search)}>
      {(close) => (
        <>
          <div className={classes.presets}>
            {Object.entries(periodWords).map(([period, words]) => (
              <button
                key={period}
                type="button"
                className={classes.control}
                aria-pressed={search.period === period}
                onClick={() => {
                  onChange({ period, from: undefined, to: undefined });
                  close();
                }}
              >
                {words}
              </button>
            ))}
          </div>
          <RangeForm
            type="date"
            labels={['С', 'По']}
            values={[search.from, search.to]}
            onApply={(from, to) => {
              onChange({ period: undefined, from, to });
              close();
            }}
          />
        </>
      )}
    </ConditionPopup>
  );
}

interface ConditionPopupProps {
  /** «Отбор по сумме». */
  purpose: string;
  /** What it is a condition of; stands on the button until there is a condition. */
  label: string;
  /** The condition in words, empty when there is none. */
  words: string;
  children: (close: () => void) => ReactNode;
}

function ConditionPopup({ purpose, label, words, children }: ConditionPopupProps) {
  const face = (
    <>
      {words && <span className={classes.hidden}>{label}: </span>}
      <span>{words || label}</span>
      <ArrowDownIcon size={16} />
    </>
  );
  return (
    <Popup label={purpose} className={classes.control} face={face} isSet={words !== ''}>
      {children}
    </Popup>
  );
}

interface ChoiceProps {
  /** «Отбор по валюте». */
  purpose: string;
  label: string;
  value: string | undefined;
  words: Record<string, string>;
  onChange: (value: string | undefined) => void;
}

function Choice({ purpose, label, value, words, onChange }: ChoiceProps) {
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
