import { auditActions, organizationActions } from '@kazna/contract/cabinet/audit';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { FilterChoice } from '../../ui/lists/filter-bar.tsx';
import type { LogFilter } from './list-queries.ts';
import { periodNames } from './log-period.ts';
import classes from './log-tab.module.css';

const actionNames = Object.fromEntries(organizationActions.map((action) => [action, auditActions[action]]));

/** Filters live in the URL, so that they can be shared. */
export function LogFilters({ action, period }: LogFilter) {
  const navigate = useNavigate();
  const choose = (change: { action?: string | undefined; period?: string | undefined }) =>
    void navigate({ to: '.', search: { tab: 'log', action, period, ...change }, replace: true, resetScroll: false });
  return (
    <search className={classes.filters} aria-label="Фильтры журнала">
      <FilterChoice
        label="Событие"
        value={action}
        words={actionNames}
        anyLabel="Все события"
        onChange={(chosen) => choose({ action: chosen })}
      />
      <FilterChoice
        label="Период"
        value={period}
        words={periodNames}
        anyLabel="За всё время"
        onChange={(chosen) => choose({ period: chosen })}
      />
      {(action || period) && (
        <Button variant="subtle" onClick={() => choose({ action: undefined, period: undefined })}>
          Сбросить
        </Button>
      )}
    </search>
  );
}
