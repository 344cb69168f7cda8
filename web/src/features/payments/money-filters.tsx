import type { ReactNode } from 'react';
import { RangeForm } from '../../ui/forms/range-form.tsx';
import { FilterBar, FilterGroup } from '../../ui/lists/filter-bar.tsx';
import { PeriodFilter } from '../../ui/lists/period-filter.tsx';
import { chipsOf, type PaymentsSearch } from './search.ts';

export interface MoneyFiltersProps {
  search: PaymentsSearch;
  onChange: (change: PaymentsSearch, options?: { isTyping: boolean }) => void;
}

interface MoneyFiltersTexts {
  label: string;
  searchLabel: string;
  placeholder: string;
  totals?: ReactNode;
  /** Fields that only this list has. */
  children?: (choose: (change: PaymentsSearch) => void) => ReactNode;
}

/** The search, the period and the amount, which payments and bank transfers share. */
export function MoneyFilters({ search, onChange, children, ...bar }: MoneyFiltersProps & MoneyFiltersTexts) {
  return (
    <FilterBar
      {...bar}
      q={search.q}
      onSearch={(q) => onChange({ q }, { isTyping: true })}
      chips={chipsOf(search)}
      onClear={onChange}
    >
      {(close) => {
        const choose = (change: PaymentsSearch) => {
          close();
          onChange(change);
        };
        return (
          <>
            {children?.(choose)}
            <PeriodFilter search={search} onChange={choose} />
            <FilterGroup label="Сумма">
              <RangeForm
                labels={['От', 'До']}
                values={[search.amountMin, search.amountMax]}
                onApply={(amountMin, amountMax) => choose({ amountMin, amountMax })}
              />
            </FilterGroup>
          </>
        );
      }}
    </FilterBar>
  );
}
