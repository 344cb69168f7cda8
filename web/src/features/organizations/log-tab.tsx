import { type AuditAction, type AuditEntry, auditActions, organizationActions } from '@kazna/contract/cabinet/audit';
import type { Organization } from '@kazna/contract/cabinet/organizations';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Moment } from '../../parts/moment.tsx';
import { ReceiptDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { FilterChoice } from '../../ui/lists/filter-bar.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { Records } from '../../ui/lists/records.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { describeDetails } from './log-details.ts';
import classes from './log-tab.module.css';
import { isLogPeriod, type LogFilter, logQuery, periodNames } from './queries.ts';

interface LogTabProps {
  organization: Organization;
  action: string | undefined;
  period: string | undefined;
}

export function LogTab({ organization, action, period }: LogTabProps) {
  const filter: LogFilter = {
    action: isAction(action) ? action : undefined,
    period: isLogPeriod(period) ? period : undefined,
  };
  return (
    <>
      <LogFilters {...filter} />
      <LogEntries organizationId={organization.id} filter={filter} />
    </>
  );
}

function LogEntries({ organizationId, filter }: { organizationId: string; filter: LogFilter }) {
  const query = useInfiniteQuery(logQuery(organizationId, filter));
  if (query.error && !query.data) {
    return <QueryFailure what="Журнал не загрузился" error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data?.length === 0 && !filter.action && !filter.period) {
    return (
      <Empty drawing={<ReceiptDrawing />} title="Записей пока нет">
        Здесь будет видно, кто и когда пригласил людей, менял роли и реквизиты.
      </Empty>
    );
  }
  if (query.data?.length === 0) {
    return (
      <Empty
        drawing={<ReceiptDrawing />}
        title="Таких записей нет"
        action={
          <LinkButton to="/organization/$id" params={{ id: organizationId }} search={{ tab: 'log' }}>
            Показать весь журнал
          </LinkButton>
        }
      >
        За выбранное время такого не происходило.
      </Empty>
    );
  }
  return (
    <>
      <Records
        label="Журнал"
        items={query.data}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Что', width: '30%', render: (entry) => <What {...entry} /> },
          { title: 'Кто', render: ({ actorName }) => actorName ?? 'Удалённый пользователь' },
          { title: 'Кого касается', render: ({ subject }) => subject ?? '—' },
          {
            title: 'Когда',
            width: '19%',
            render: ({ createdAt }) => <Moment at={createdAt} />,
          },
          { title: 'Адрес', width: '14%', render: ({ address }) => address ?? '—' },
        ]}
      />
      <LoadMore hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />
    </>
  );
}

function What({ action, details }: AuditEntry) {
  const about = describeDetails(details);
  return (
    <span className={classes.what}>
      <span className={classes.action}>{auditActions[action]}</span>
      {about && <span className={classes.about}>{about}</span>}
    </span>
  );
}

function isAction(text: string | undefined): text is AuditAction {
  return text !== undefined && Object.hasOwn(auditActions, text);
}

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
