import { exportMonthlyRegister, getMonthlyTotals, getXmlArchive } from '@kazna/contract/admin/documents';
import type { DocumentKind } from '@kazna/contract/cabinet/documents';
import { formatMoney } from '@kazna/contract/shared/money';
import { Button } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import { download } from '../../api/download.ts';
import { monthsToChoose } from '../../format/months.ts';
import { formatCount } from '../../format/numbers.ts';
import { todayInMoscow } from '../../format/period.ts';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import { DownloadIcon } from '../../ui/icons.tsx';
import { useExport } from '../../ui/lists/export.tsx';
import filters from '../../ui/lists/filters.module.css';
import { AdminPage } from '../admin-page.tsx';
import classes from './register.module.css';
import { RegisterList } from './register-list.tsx';

export interface RegisterSearch {
  /** `2026-11`; the last month that is over without it. */
  period?: string | undefined;
}

export function RegisterPage({ search }: { search: RegisterSearch }) {
  const navigate = useNavigate();
  const period = shownPeriod(search);
  return (
    <AdminPage title="Документы" explanation="Акты, УПД и счета-фактуры на аванс, которые получили клиенты">
      <div className={classes.bar}>
        <label className={filters.field}>
          Месяц
          <select
            className={filters.control}
            value={period}
            onChange={({ currentTarget }) =>
              void navigate({ to: '.', search: { period: currentTarget.value }, resetScroll: false })
            }
          >
            {Object.entries(monthsToChoose(period)).map(([month, name]) => (
              <option key={month} value={month}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <div className={classes.exports}>
          <ExportXml period={period} />
          <ExportRegister period={period} />
        </div>
      </div>
      <RegisterTotals period={period} />
      <RegisterList period={period} />
    </AdminPage>
  );
}

function ExportRegister({ period }: { period: string }) {
  const { progress, start } = useExport((options) => download(exportMonthlyRegister, { query: { period } }, options));
  if (progress) return progress;
  return (
    <Button variant="default" leftSection={<DownloadIcon size={18} />} onClick={() => start()}>
      Выгрузить XLSX
    </Button>
  );
}

/** Every document of the month that has what its file needs; a list in the archive names the others. */
function ExportXml({ period }: { period: string }) {
  const { progress, start } = useExport((options) => download(getXmlArchive, { query: { month: period } }, options));
  if (progress) return progress;
  return (
    <Button variant="default" leftSection={<DownloadIcon size={18} />} onClick={() => start()}>
      XML для ЭДО
    </Button>
  );
}

const pluralKinds: Record<DocumentKind, string> = {
  invoice: 'Счета',
  act: 'Акты',
  upd: 'УПД',
  advance_invoice: 'Счета-фактуры на аванс',
  reconciliation: 'Акты сверки',
};

/** What the last revisions of a month add up to, by kind. */
export function RegisterTotals({ period }: { period: string }) {
  const { data } = useQuery(registerTotalsQuery(period));
  return (
    <ul className={classes.totals} aria-label="Итоги месяца">
      {!data && (
        <li>
          <SkeletonLine width="240px" />
        </li>
      )}
      {data?.items.map(({ kind, currency, count, amountMinor, vatMinor }) => (
        <li key={`${kind} ${currency}`}>
          <span className={classes.kind}>
            {pluralKinds[kind]}: {count.toLocaleString('ru')}
          </span>
          <span className={classes.sum}>{formatMoney({ amountMinor, currency })}</span>
          {vatMinor !== 0 && (
            <span className={classes.kind}>в том числе НДС {formatMoney({ amountMinor: vatMinor, currency })}</span>
          )}
        </li>
      ))}
      {data && data.failedCount > 0 && (
        <li className={classes.failed}>
          Не удалось составить документы {formatCount(data.failedCount, ['организации', 'организаций', 'организаций'])}.
          Казна повторяет попытки, причина в журнале сервера
        </li>
      )}
    </ul>
  );
}

function registerTotalsQuery(period: string) {
  return queryOptions({
    queryKey: ['admin', 'document-totals', period],
    queryFn: () => call(getMonthlyTotals, { query: { period } }),
    placeholderData: keepPreviousData,
  });
}

export function shownPeriod({ period }: RegisterSearch, today = todayInMoscow()): string {
  if (period && /^20\d{2}-(0[1-9]|1[0-2])$/.test(period)) return period;
  const [year = 0, month = 0] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month - 2)).toISOString().slice(0, 7);
}
