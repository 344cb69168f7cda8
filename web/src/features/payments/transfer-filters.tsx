import { RangeForm } from '../../ui/forms/range-form.tsx';
import { FilterBar, FilterGroup } from '../../ui/lists/filter-bar.tsx';
import { PeriodFilter } from '../../ui/lists/period-filter.tsx';
import { chipsOf, type PaymentsSearch } from './search.ts';

interface TransferFiltersProps {
  search: PaymentsSearch;
  onChange: (change: PaymentsSearch, options?: { isTyping: boolean }) => void;
}

export function TransferFilters({ search, onChange }: TransferFiltersProps) {
  return (
    <FilterBar
      label="Фильтры переводов"
      searchLabel="Поиск по плательщику, назначению или номеру счёта"
      placeholder="Плательщик или назначение"
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
