import { directions, entryKinds } from '@kazna/contract/cabinet/balance';
import { CurrencyFilter } from '../../parts/currency-filter.tsx';
import { FilterBar, FilterChoice } from '../../ui/lists/filter-bar.tsx';
import { PeriodFilter } from '../../ui/lists/period-filter.tsx';
import { chipsOf, type OperationsSearch } from './search.ts';

interface OperationFiltersProps {
  search: OperationsSearch;
  onChange: (change: OperationsSearch, options?: { isTyping: boolean }) => void;
}

export function OperationFilters({ search, onChange }: OperationFiltersProps) {
  return (
    <FilterBar
      label="Фильтры операций"
      searchLabel="Поиск по описанию, человеку или номеру платежа"
      placeholder="Описание, человек, номер платежа"
      q={search.q}
      onSearch={(q) => onChange({ q }, { isTyping: true })}
      count={chipsOf(search).filter(({ names }) => !names.includes('q')).length}
    >
      <FilterChoice
        purpose="Фильтр по направлению"
        label="Направление"
        value={search.direction}
        words={directions}
        onChange={(direction) => onChange({ direction })}
      />
      <FilterChoice
        purpose="Фильтр по виду операции"
        label="Вид операции"
        value={search.kind}
        words={entryKinds}
        onChange={(kind) => onChange({ kind })}
      />
      <CurrencyFilter value={search.currency} onChange={(currency) => onChange({ currency })} />
      <PeriodFilter search={search} onChange={(change) => onChange({ ...change, zone: undefined })} />
    </FilterBar>
  );
}
