import { paymentMethodLabels, paymentStateLabels } from '@kazna/contract/cabinet/payment-labels';
import type { ReactNode } from 'react';
import { CurrencyFilter } from '../../parts/currency-filter.tsx';
import { RangeForm } from '../../ui/forms/range-form.tsx';
import { FilterBar, FilterChoice, FilterGroup } from '../../ui/lists/filter-bar.tsx';
import { PeriodFilter } from '../../ui/lists/period-filter.tsx';
import { chipsOf, type PaymentsSearch } from './search.ts';

interface PaymentFiltersProps {
  search: PaymentsSearch;
  onChange: (change: PaymentsSearch, options?: { isTyping: boolean }) => void;
  totals: ReactNode;
}

export function PaymentFilters({ search, onChange, totals }: PaymentFiltersProps) {
  return (
    <FilterBar
      label="Фильтры платежей"
      searchLabel="Поиск по назначению или номеру"
      placeholder="Назначение или номер"
      q={search.q}
      onSearch={(q) => onChange({ q }, { isTyping: true })}
      chips={chipsOf(search)}
      onClear={onChange}
      totals={totals}
    >
      {(close) => {
        const choose = (change: PaymentsSearch) => {
          close();
          onChange(change);
        };
        return (
          <>
            <FilterChoice
              label="Состояние"
              value={search.status}
              words={paymentStateLabels}
              onChange={(status) => choose({ status })}
            />
            <FilterChoice
              label="Способ оплаты"
              value={search.method}
              words={paymentMethodLabels}
              onChange={(method) => choose({ method })}
            />
            <CurrencyFilter value={search.currency} onChange={(currency) => choose({ currency })} />
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
