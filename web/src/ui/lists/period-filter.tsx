import { type PeriodSearch, periodLabels } from '../../format/period.ts';
import classes from '../forms/range-form.module.css';
import { DateRangeForm } from '../forms/range-forms.tsx';
import { FilterGroup } from './filter-bar.tsx';
import filters from './filters.module.css';

interface PeriodFilterProps {
  search: PeriodSearch;
  onChange: (change: PeriodSearch) => void;
}

/** Presets such as «7 дней», or a custom date range. */
export function PeriodFilter({ search, onChange }: PeriodFilterProps) {
  return (
    <FilterGroup label="Период">
      <div className={classes.presets}>
        {Object.entries(periodLabels).map(([period, label]) => (
          <button
            key={period}
            type="button"
            className={filters.preset}
            aria-pressed={search.period === period}
            onClick={() => onChange({ period, from: undefined, to: undefined })}
          >
            {label}
          </button>
        ))}
      </div>
      <DateRangeForm
        from={search.from}
        to={search.to}
        onApply={(from, to) => onChange({ period: undefined, from, to })}
      />
    </FilterGroup>
  );
}
