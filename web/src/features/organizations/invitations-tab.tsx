import type { Invitation } from '@kazna/contract/cabinet/invitations';
import type { Organization } from '@kazna/contract/cabinet/organizations';
import { organizationRoleCan, roleNames } from '@kazna/contract/shared/permissions';
import { useInfiniteQuery } from '@tanstack/react-query';
import { formatDateTime, formatDay, formatRecentTime } from '../../format/date.ts';
import { useTimezone } from '../../queries/profile.ts';
import { EnvelopeDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { StatusMark } from '../../ui/feedback/status-mark.tsx';
import { ClockIcon, CrossedIcon } from '../../ui/icons.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { Records } from '../../ui/lists/records.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { CheckIcon } from '../../ui/visitor-icons.tsx';
import { InvitationActions } from './invitation-actions.tsx';
import classes from './invitations-tab.module.css';
import { InviteCard } from './invite-form.tsx';
import { invitationsQuery } from './queries.ts';

const statuses = {
  pending: ['Ждёт ответа', 'pending', <ClockIcon key="icon" size={16} />],
  accepted: ['Принято', 'success', <CheckIcon key="icon" size={16} />],
  declined: ['Отклонено', 'failure', <CrossedIcon key="icon" size={16} />],
  revoked: ['Отозвано', 'neutral', <CrossedIcon key="icon" size={16} />],
  expired: ['Истекло', 'neutral', <ClockIcon key="icon" size={16} />],
} as const;

export function InvitationsTab({ organization }: { organization: Organization }) {
  return (
    <>
      {organizationRoleCan(organization.role, 'members.manage') && <InviteCard organizationId={organization.id} />}
      <InvitationList organization={organization} />
    </>
  );
}

function InvitationList({ organization }: { organization: Organization }) {
  const query = useInfiniteQuery(invitationsQuery(organization.id));
  const timezone = useTimezone();
  if (query.error && !query.data) {
    return <QueryFailure what="Приглашения не загрузились" error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data?.length === 0) {
    return (
      <Empty drawing={<EnvelopeDrawing />} title="Приглашений пока нет">
        Введите адрес коллеги выше: письмо с приглашением придёт через минуту и действует 7 дней.
      </Empty>
    );
  }
  return (
    <>
      <Records
        label="Приглашения"
        items={query.data}
        keyOf={({ id }) => id}
        columns={[
          {
            title: 'Кому',
            width: '28%',
            render: ({ email, invitedBy }) => (
              <span className={classes.whom}>
                <span className={classes.email}>{email}</span>
                <span className={classes.by}>Отправитель: {invitedBy}</span>
              </span>
            ),
          },
          { title: 'Роль', width: '14%', render: ({ role }) => roleNames[role] },
          { title: 'Состояние', width: '16%', render: (invitation) => <Status {...invitation} /> },
          {
            title: 'Отправлено',
            render: ({ sentAt, expiresAt, status }) => (
              <span className={classes.whom}>
                <time dateTime={sentAt} title={formatDateTime(sentAt, timezone)}>
                  {formatRecentTime(sentAt, timezone)}
                </time>
                {status === 'pending' && <span className={classes.by}>до {formatDay(expiresAt, timezone)}</span>}
              </span>
            ),
          },
          {
            title: 'Действия',
            isTitleHidden: true,
            width: '290px',
            render: (invitation) => <InvitationActions organization={organization} invitation={invitation} />,
          },
        ]}
      />
      <LoadMore hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />
    </>
  );
}

function Status({ status }: Pick<Invitation, 'status'>) {
  const [word, tone, icon] = statuses[status];
  return (
    <StatusMark tone={tone} icon={icon}>
      {word}
    </StatusMark>
  );
}
