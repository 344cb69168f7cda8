import { directions, entryKinds } from '@kazna/contract/cabinet/balance';
import { useCurrencies } from '../../queries/currencies.ts';
import { FilterBar, FilterChoice } from '../../ui/lists/filter-bar.tsx';
import { PeriodFilter } from '../../ui/lists/period-filter.tsx';
import { chipsOf, type OperationsSearch } from './search.ts';

interface OperationFiltersProps {
  search: OperationsSearch;
  onChange: (change: OperationsSearch, options?: { isTyping: boolean }) => void;
}

export function OperationFilters({ search, onChange }: OperationFiltersProps) {
  const currencies = useCurrencies();
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
      {(currencies.length > 1 || search.currency) && (
        <FilterChoice
          purpose="Фильтр по валюте"
          label="Валюта"
          value={search.currency}
          words={Object.fromEntries(currencies.map((code) => [code, code]))}
          onChange={(currency) => onChange({ currency })}
        />
      )}
      <PeriodFilter search={search} onChange={(change) => onChange({ ...change, zone: undefined })} />
    </FilterBar>
  );
}
