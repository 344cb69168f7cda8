import type { ReactNode } from 'react';
import { MoneyFilters, type MoneyFiltersProps } from './money-filters.tsx';

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
