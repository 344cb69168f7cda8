import { documentKinds, getDocumentArchive } from '@kazna/contract/cabinet/documents';
import { Button } from '@mantine/core';
import { download } from '../../api/download.ts';
import type { PeriodSearch } from '../../format/period.ts';
import { ViewsButton } from '../../parts/views-button.tsx';
import { useActiveOrganization } from '../../queries/profile.ts';
import { Popover } from '../../ui/dialogs/popover.tsx';
import { ChevronDownIcon, DownloadIcon } from '../../ui/icons.tsx';
import { useExport } from '../../ui/lists/export.tsx';
import { FilterChoice } from '../../ui/lists/filter-bar.tsx';
import filters from '../../ui/lists/filters.module.css';
import { PeriodFilter } from '../../ui/lists/period-filter.tsx';
import classes from './document-filters.module.css';
import { chosenPeriod, type DocumentsSearch, toFilter } from './search.ts';

interface DocumentFiltersProps {
  search: DocumentsSearch;
  onChange: (search: DocumentsSearch) => void;
  /** Whether there is something to download. */
  hasArchive: boolean;
}

export function DocumentFilters({ search, onChange, hasArchive }: DocumentFiltersProps) {
  const { can } = useActiveOrganization();
  return (
    <div className={classes.bar}>
      <search className={classes.filters} aria-label="Фильтры документов">
        <ViewsButton list="documents" search={search} />
        <FilterChoice
          label="Вид"
          value={toFilter(search).kind}
          labels={documentKinds}
          anyLabel="Все документы"
          onChange={(kind) => onChange({ ...search, kind })}
        />
        <PeriodButton search={search} onChange={(chosen) => onChange({ ...search, ...chosen })} />
      </search>
      {hasArchive && can('payments.export') && <DownloadAll search={search} />}
    </div>
  );
}

/** Presets such as «Прошлый квартал» or days of one's own; all of it until something is chosen. */
function PeriodButton({ search, onChange }: { search: DocumentsSearch; onChange: (chosen: PeriodSearch) => void }) {
  const content = (
    <>
      {chosenPeriod(search)}
      <ChevronDownIcon size={16} />
    </>
  );
  return (
    <div className={filters.field}>
      Период
      <Popover
        label="Период документов"
        button={{
          className: `${filters.control} ${classes.period}`,
          content,
          label: `Период: ${chosenPeriod(search)}`,
        }}
      >
        {(close) => {
          const choose = (chosen: PeriodSearch) => {
            close();
            onChange(chosen);
          };
          return (
            <div className={filters.panel}>
              <button
                type="button"
                className={`${filters.preset} ${classes.any}`}
                aria-pressed={chosenPeriod(search) === chosenPeriod({})}
                onClick={() => choose({ period: undefined, from: undefined, to: undefined })}
              >
                За всё время
              </button>
              <PeriodFilter search={search} onChange={choose} />
            </div>
          );
        }}
      </Popover>
    </div>
  );
}

/** One ZIP of what the filters show. */
function DownloadAll({ search }: { search: DocumentsSearch }) {
  const { progress, start } = useExport((options) =>
    download(getDocumentArchive, { query: toFilter(search) }, options),
  );
  if (progress) return progress;
  return (
    <Button variant="default" leftSection={<DownloadIcon size={18} />} onClick={() => start()}>
      Скачать всё
    </Button>
  );
}
