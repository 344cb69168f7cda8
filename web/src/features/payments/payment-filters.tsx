import { paymentMethodLabels, paymentStateLabels } from '@kazna/contract/cabinet/payment-labels';
import { CurrencyFilter } from '../../parts/currency-filter.tsx';
import { RangeForm } from '../../ui/forms/range-form.tsx';
import { FilterBar, FilterChoice } from '../../ui/lists/filter-bar.tsx';
import { FilterPopup } from '../../ui/lists/filter-popup.tsx';
import { PeriodFilter } from '../../ui/lists/period-filter.tsx';
import { amountText, chipsOf, type PaymentsSearch } from './search.ts';

interface PaymentFiltersProps {
  search: PaymentsSearch;
  onChange: (change: PaymentsSearch, options?: { isTyping: boolean }) => void;
}

export function PaymentFilters({ search, onChange }: PaymentFiltersProps) {
  return (
    <FilterBar
      label="Фильтры платежей"
      searchLabel="Поиск по назначению или номеру"
      placeholder="Назначение, номер"
      q={search.q}
      onSearch={(q) => onChange({ q }, { isTyping: true })}
      count={chipsOf(search).filter(({ names }) => !names.includes('q')).length}
    >
      <FilterChoice
        purpose="Фильтр по состоянию"
        label="Состояние"
        value={search.status}
        words={paymentStateLabels}
        onChange={(status) => onChange({ status })}
      />
      <FilterChoice
        purpose="Фильтр по способу оплаты"
        label="Способ оплаты"
        value={search.method}
        words={paymentMethodLabels}
        onChange={(method) => onChange({ method })}
      />
      <CurrencyFilter value={search.currency} onChange={(currency) => onChange({ currency })} />
      <PeriodFilter search={search} onChange={onChange} />
      <FilterPopup purpose="Фильтр по сумме" label="Сумма" words={amountText(search)}>
        {(close) => (
          <RangeForm
            labels={['От', 'До']}
            values={[search.amountMin, search.amountMax]}
            onApply={(amountMin, amountMax) => {
              onChange({ amountMin, amountMax });
              close();
            }}
          />
        )}
      </FilterPopup>
    </FilterBar>
  );
}
