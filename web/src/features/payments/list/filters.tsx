import { paymentMethodLabels, paymentStateLabels } from '@kazna/contract/cabinet/payment-labels';
import type { ReactNode } from 'react';
import { CurrencyFilter } from '../../../parts/currency-filter.tsx';
import { ViewsButton } from '../../../parts/views-button.tsx';
import { RangeForm } from '../../../ui/forms/range-forms.tsx';
import { FilterBar, FilterChoice, FilterGroup } from '../../../ui/lists/filter-bar.tsx';
import { PeriodFilter } from '../../../ui/lists/period-filter.tsx';
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
function MoneyFilters({ search, onChange, children, ...bar }: MoneyFiltersProps & MoneyFiltersTexts) {
  return (
    <FilterBar
      {...bar}
      q={search.q}
      views={<ViewsButton list="payments" search={search} />}
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
            labels={paymentStateLabels}
            onChange={(status) => choose({ status })}
          />
          <FilterChoice
            label="Способ оплаты"
            value={search.method}
            labels={paymentMethodLabels}
            onChange={(method) => choose({ method })}
          />
          <CurrencyFilter value={search.currency} onChange={(currency) => choose({ currency })} />
        </>
      )}
    </MoneyFilters>
  );
}

export function TransferFilters(props: MoneyFiltersProps & { totals: ReactNode }) {
  return (
    <MoneyFilters
      {...props}
      label="Фильтры переводов"
      searchLabel="Поиск по плательщику, назначению или номеру счёта"
      placeholder="Плательщик или назначение"
    />
  );
}
