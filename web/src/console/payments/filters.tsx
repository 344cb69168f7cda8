import { paymentMethodLabels } from '@kazna/contract/cabinet/payment-labels';
import type { ReactNode } from 'react';
import { CurrencyFilter } from '../../parts/currency-filter.tsx';
import { ViewsButton } from '../../parts/views-button.tsx';
import { RangeForm } from '../../ui/forms/range-forms.tsx';
import { FilterBar, FilterChoice, FilterGroup } from '../../ui/lists/filter-bar.tsx';
import { PeriodFilter } from '../../ui/lists/period-filter.tsx';
import { chipsOf, type MoneySearch } from './search.ts';

interface MoneyFiltersProps {
  list: 'payments' | 'refunds';
  label: string;
  statusLabels: Record<string, string>;
  search: MoneySearch;
  onChange: (change: MoneySearch, options?: { isTyping: boolean }) => void;
  totals: ReactNode;
}

export function MoneyFilters({ list, label, statusLabels, search, onChange, totals }: MoneyFiltersProps) {
  return (
    <FilterBar
      label={label}
      searchLabel="Поиск: номер платежа, организация или ИНН"
      placeholder="Номер, организация, ИНН"
      q={search.q}
      views={<ViewsButton ofStaff list={list} search={search} />}
      onSearch={(q) => onChange({ q }, { isTyping: true })}
      chips={chipsOf(search, statusLabels)}
      onClear={onChange}
      totals={totals}
    >
      {(close) => {
        const choose = (change: MoneySearch) => {
          close();
          onChange(change);
        };
        return (
          <>
            <FilterChoice
              label="Состояние"
              value={search.status}
              labels={statusLabels}
              onChange={(status) => choose({ status })}
            />
            <FilterChoice
              label="Способ оплаты"
              value={search.method}
              labels={paymentMethodLabels}
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
