import { exportClosingRegister } from '@kazna/contract/admin/documents';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { download } from '../../api/download.ts';
import { monthsToChoose } from '../../format/months.ts';
import { DownloadIcon } from '../../ui/icons.tsx';
import { useExport } from '../../ui/lists/export.tsx';
import filters from '../../ui/lists/filters.module.css';
import { AdminPage } from '../admin-page.tsx';
import classes from './register.module.css';
import { RegisterList } from './register-list.tsx';
import { type RegisterSearch, shownPeriod } from './register-search.ts';
import { RegisterTotals } from './register-totals.tsx';

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
        <ExportRegister period={period} />
      </div>
      <RegisterTotals period={period} />
      <RegisterList period={period} />
    </AdminPage>
  );
}

function ExportRegister({ period }: { period: string }) {
  const { progress, start } = useExport((options) => download(exportClosingRegister, { query: { period } }, options));
  if (progress) return progress;
  return (
    <Button variant="default" size="sm" leftSection={<DownloadIcon size={18} />} onClick={() => start()}>
      Выгрузить XLSX
    </Button>
  );
}
