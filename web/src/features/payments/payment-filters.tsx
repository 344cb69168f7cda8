import { paymentMethodLabels, paymentStateLabels } from '@kazna/contract/cabinet/payment-labels';
import type { ReactNode } from 'react';
import { CurrencyFilter } from '../../parts/currency-filter.tsx';
import { FilterChoice } from '../../ui/lists/filter-bar.tsx';
import { MoneyFilters, type MoneyFiltersProps } from './money-filters.tsx';

export function PaymentFilters(props: MoneyFiltersProps & { totals: ReactNode }) {
  const { search } = props;
  return (
    <MoneyFilters
      {...props}
      label="Фильтры платежей"
      searchLabel="Поиск по назначению или номеру"
      placeholder="Назначение или номер"
    >
      {(choose) => (
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
        </>
      )}
    </MoneyFilters>
  );
}
