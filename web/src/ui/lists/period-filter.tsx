import { type PeriodSearch, periodLabels, periodText } from '../../format/period.ts';
import { DateRangeForm } from '../forms/date-range-form.tsx';
import classes from '../forms/range-form.module.css';
import { FilterPopup } from './filter-popup.tsx';
import filters from './filters.module.css';

interface PeriodFilterProps {
  search: PeriodSearch;
  onChange: (change: PeriodSearch) => void;
}

/** Presets such as «7 дней», or a custom date range. */
export function PeriodFilter({ search, onChange }: PeriodFilterProps) {
  return (
    <FilterPopup purpose="Фильтр по времени" label="Период" words={periodText(search)}>
      {(close) => (
        <>
          <div className={classes.presets}>
            {Object.entries(periodLabels).map(([period, words]) => (
              <button
                key={period}
                type="button"
                className={filters.control}
                aria-pressed={search.period === period}
                onClick={() => {
                  onChange({ period, from: undefined, to: undefined });
                  close();
                }}
              >
                {words}
              </button>
            ))}
          </div>
          <DateRangeForm
            from={search.from}
            to={search.to}
            onApply={(from, to) => {
              onChange({ period: undefined, from, to });
              close();
            }}
          />
        </>
      )}
    </FilterPopup>
  );
}
