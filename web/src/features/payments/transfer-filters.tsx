import { MoneyFilters, type MoneyFiltersProps } from './money-filters.tsx';

export function TransferFilters(props: MoneyFiltersProps) {
  return (
    <MoneyFilters
      {...props}
      label="Фильтры переводов"
      searchLabel="Поиск по плательщику, назначению или номеру счёта"
      placeholder="Плательщик или назначение"
    />
  );
}
