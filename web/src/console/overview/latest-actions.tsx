import { listAllAudit } from '@kazna/contract/admin/audit';
import { jobLabel } from '@kazna/contract/admin/jobs';
import { auditActions } from '@kazna/contract/cabinet/audit';
import { roleNames, staffRoles } from '@kazna/contract/shared/permissions';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/query-client.ts';
import { formatDays } from '../../format/date.ts';
import { Moment } from '../../parts/moment.tsx';
import { moneyInDetails } from '../../parts/money-texts.ts';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { Records } from '../../ui/lists/records.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { countText, roubles } from '../statements/statement.tsx';
import { staffRoleLabels } from '../users/user-labels.tsx';
import classes from './overview.module.css';

interface LatestActionsProps {
  /** Undefined for those of all. */
  organizationId?: string;
  title?: string;
}

export function LatestActions({ organizationId, title = 'Последние действия' }: LatestActionsProps) {
  const query = useInfiniteQuery(auditQuery(organizationId));
  return (
    <section className={classes.latest} aria-label={title}>
      <h2>{title}</h2>
      {query.error && !query.data ? (
        <QueryFailure what="Журнал не загрузился" error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data?.length === 0 ? (
        <p className={classes.note}>Журнал пока пуст: действия клиентов и сотрудников появятся здесь.</p>
      ) : (
        <Records
          label={title}
          items={query.data}
          keyOf={({ id }) => id}
          columns={[
            {
              title: 'Что',
              width: '40%',
              render: ({ action, details }) => (
                <span className={classes.about}>
                  <span>{auditActions[action]}</span>
                  <span className={classes.note}>{detailsText(details)}</span>
                </span>
              ),
            },
            { title: 'Кто', render: ({ actorName }) => actorName ?? 'Удалённый пользователь' },
            { title: 'Кого касается', render: ({ subject, organizationName }) => subject ?? organizationName },
            { title: 'Когда', width: '18%', render: ({ createdAt }) => <Moment at={createdAt} /> },
          ]}
        />
      )}
      <LoadMore hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />
    </section>
  );
}

function auditQuery(organizationId: string | undefined) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'audit', organizationId],
    queryFn: ({ pageParam: cursor }) => call(listAllAudit, { query: { limit: 6, organizationId, cursor } }),
    select: itemsOf,
  });
}

type Details = Record<string, string>;

/** Formats an action's details: what it was about, the amount or role, then the reason. */
export function detailsText(details: Details): string {
  const { role, from, to, currency, job, changes, reason, undoes } = details;
  const parts = [
    ...statementParts(details),
    aboutText(details),
    moneyInDetails(details),
    undoes && 'Отмена прежней корректировки',
    from && to && !currency && `${roleLabel(from)} → ${roleLabel(to)}`,
    role && roleLabel(role),
    job && jobLabel(job),
    changes,
    reason,
  ];
  return parts.filter(Boolean).join('. ');
}

function aboutText(details: Details): string | undefined {
  const { name, url, previousUrl, card, document, domain, number, revision, contract, edo } = details;
  if (contract) return `Договор: ${contract}. Идентификатор ЭДО: ${edo}`;
  if (document) return `${document}, на адрес в ${domain}`;
  if (number) return revision ? `№\u00a0${number}, исправление №\u00a0${revision}` : `№\u00a0${number}`;
  return name ?? (previousUrl ? `${previousUrl} → ${url}` : url) ?? card;
}

function statementParts(details: Details): (string | undefined)[] {
  const { firstDay, lastDay, credited, unidentified, incoming, amount, organization, order } = details;
  return [
    firstDay && lastDay && formatDays(firstDay, lastDay).replace(/^./, (letter) => letter.toUpperCase()),
    sumText('Зачислено', credited),
    sumText('Не выяснено', unidentified),
    sumText('Поступлений', incoming),
    organization,
    order && `Поручение №\u00a0${order}`,
    (organization || order) && amount && roubles(minorOf(amount)),
  ];
}

/** Returns «Зачислено 1 500,00 ₽, 2 платежа» for «2: 1500.00», and nothing for none. */
function sumText(title: string, stored: string | undefined): string | undefined {
  const [count = '0', sum = ''] = stored?.split(': ') ?? [];
  return count === '0' ? undefined : `${title} ${roubles(minorOf(sum))}, ${countText({ count: Number(count) })}`;
}

const minorOf = (decimal: string) => Math.round(Number(decimal) * 100);

function roleLabel(role: string): string {
  const operator = staffRoles.find((one) => one === role);
  if (Object.hasOwn(roleNames, role)) return roleNames[role as keyof typeof roleNames];
  if (operator) return staffRoleLabels[operator];
  return role === 'none' ? 'Не сотрудник' : role;
}
