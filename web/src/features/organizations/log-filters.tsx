import { auditActions, organizationActions } from '@kazna/contract/cabinet/audit';
import { Button, NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { useNavigate } from '@tanstack/react-router';
import type { LogFilter } from './list-queries.ts';
import { periodNames } from './log-period.ts';
import classes from './log-tab.module.css';

const actions = [['', 'Все события'], ...organizationActions.map((action) => [action, auditActions[action]])];
const periods = [['', 'За всё время'], ...Object.entries(periodNames)];

function optionsOf(entries: string[][]) {
  return entries.map(([value = '', label = '']) => ({ value, label }));
}

/** Filters live in the URL, so that they can be shared. */
export function LogFilters({ action, period }: LogFilter) {
  const navigate = useNavigate();
  const choose = (change: { action?: string | undefined; period?: string | undefined }) =>
    void navigate({ to: '.', search: { tab: 'log', action, period, ...change }, replace: true, resetScroll: false });
  return (
    <div className={classes.filters}>
      <NativeSelect
        label="Событие"
        value={action ?? ''}
        data={optionsOf(actions)}
        onChange={(event) => choose({ action: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        label="Период"
        value={period ?? ''}
        data={optionsOf(periods)}
        onChange={(event) => choose({ period: event.currentTarget.value || undefined })}
      />
      {(action || period) && (
        <Button variant="subtle" onClick={() => choose({ action: undefined, period: undefined })}>
          Сбросить
        </Button>
      )}
    </div>
  );
}
