import { directions, entryKinds } from '@kazna/contract/cabinet/balance';
import type { ReactNode } from 'react';
import { CurrencyFilter } from '../../parts/currency-filter.tsx';
import { ViewsButton } from '../../parts/views-button.tsx';
import { FilterBar, FilterChoice } from '../../ui/lists/filter-bar.tsx';
import { PeriodFilter } from '../../ui/lists/period-filter.tsx';
import { chipsOf, type OperationsSearch } from './search.ts';

interface OperationFiltersProps {
  search: OperationsSearch;
  onChange: (change: OperationsSearch, options?: { isTyping: boolean }) => void;
  totals: ReactNode;
}

export function OperationFilters({ search, onChange, totals }: OperationFiltersProps) {
  return (
    <FilterBar
      label="Фильтры операций"
      searchLabel="Поиск по описанию, человеку или номеру платежа"
      placeholder="Описание, человек, номер"
      q={search.q}
      views={<ViewsButton list="operations" search={search} />}
      onSearch={(q) => onChange({ q }, { isTyping: true })}
      chips={chipsOf(search)}
      onClear={onChange}
      totals={totals}
    >
      {(close) => {
        const choose = (change: OperationsSearch) => {
          close();
          onChange(change);
        };
        return (
          <>
            <FilterChoice
              label="Направление"
              value={search.direction}
              labels={directions}
              onChange={(direction) => choose({ direction })}
            />
            <FilterChoice
              label="Вид операции"
              value={search.kind}
              labels={entryKinds}
              onChange={(kind) => choose({ kind })}
            />
            <CurrencyFilter value={search.currency} onChange={(currency) => choose({ currency })} />
            <PeriodFilter search={search} onChange={(change) => choose({ ...change, zone: undefined })} />
          </>
        );
      }}
    </FilterBar>
  );
}
