import { currencies } from '@kazna/contract/money';
import { methodWords, statusWords } from '@kazna/contract/payment-words';
import type { ReactNode } from 'react';
import { FilterBar, FilterChoice } from '../../ui/filter-bar.tsx';
import filters from '../../ui/filters.module.css';
import classes from './payment-filters.module.css';
import { ArrowDownIcon } from './payment-icons.tsx';
import { periodWords } from './period.ts';
import { Popup } from './popup.tsx';
import { RangeForm } from './range-form.tsx';
import { amountText, chipsOf, type PaymentsSearch, periodText } from './search.ts';

interface PaymentFiltersProps {
  search: PaymentsSearch;
  onChange: (change: PaymentsSearch, options?: { isTyping: boolean }) => void;
}

export function PaymentFilters({ search, onChange }: PaymentFiltersProps) {
  return (
    <FilterBar
      label="Отбор платежей"
      searchLabel="Поиск по назначению или номеру"
      placeholder="Назначение, номер"
      q={search.q}
      onSearch={(q) => onChange({ q }, { isTyping: true })}
      count={chipsOf(search).filter(({ names }) => !names.includes('q')).length}
    >
      <FilterChoice
        purpose="Отбор по состоянию"
        label="Состояние"
        value={search.status}
        words={statusWords}
        onChange={(status) => onChange({ status })}
      />
      <FilterChoice
        purpose="Отбор по способу оплаты"
        label="Способ оплаты"
        value={search.method}
        words={methodWords}
        onChange={(method) => onChange({ method })}
      />
      <FilterChoice
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
    </FilterBar>
  );
}

function PeriodFilter({ search, onChange }: PaymentFiltersProps) {
  return (
    <ConditionPopup purpose="Отбор по времени" label="Период" words={periodText(search)}>
      {(close) => (
        <>
          <div className={classes.presets}>
            {Object.entries(periodWords).map(([period, words]) => (
              <button
                key={period}
                type="button"
                className={filters.control}
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
    <Popup label={purpose} className={filters.control} face={face} isSet={words !== ''}>
      {children}
    </Popup>
  );
}
