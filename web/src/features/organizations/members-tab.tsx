import type { Member } from '@kazna/contract/cabinet/members';
import { listMembers } from '@kazna/contract/cabinet/members';
import type { Organization } from '@kazna/contract/cabinet/organizations';
import { organizationRoleCan, roleNames } from '@kazna/contract/shared/permissions';
import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/query-client.ts';
import { formatDateTime, formatDay, formatRecentTime } from '../../format/date.ts';
import { keys } from '../../queries/keys.ts';
import { profileQuery } from '../../queries/profile.ts';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { Records } from '../../ui/lists/records.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { MemberActions } from './member-actions.tsx';
import { MemberRoleMenu } from './member-role-menu.tsx';
import classes from './members-tab.module.css';
import { mayManage } from './roles.ts';
import { StaffView } from './staff-view.tsx';

export function MembersTab({ organization }: { organization: Organization }) {
  const { data: profile } = useQuery(profileQuery());
  const query = useInfiniteQuery(membersQuery(organization.id));
  const timezone = profile?.timezone;
  if (query.error && !query.data) {
    return <QueryFailure what="Участники не загрузились" error={query.error} onRetry={() => void query.refetch()} />;
  }
  const isSelf = (member: Member) => member.userId === profile?.id;
  const isManaged = (member: Member) => !isSelf(member) && mayManage(organization.role, member.role);
  return (
    <>
      <Records
        label="Участники"
        items={query.data}
        keyOf={({ userId }) => userId}
        columns={[
          {
            title: 'Участник',
            width: '32%',
            render: (member) => (
              <span className={classes.person}>
                <span className={classes.name}>
                  {member.name}
                  {isSelf(member) && <span className={classes.self}>это вы</span>}
                </span>
                <span className={classes.email}>{member.email}</span>
              </span>
            ),
          },
          {
            title: 'Роль',
            width: '20%',
            render: (member) =>
              isManaged(member) ? (
                <MemberRoleMenu organization={organization} member={member} />
              ) : (
                <span>{roleNames[member.role]}</span>
              ),
          },
          {
            title: 'Последняя активность',
            render: ({ lastActiveAt }) =>
              lastActiveAt ? (
                <time dateTime={lastActiveAt} title={formatDateTime(lastActiveAt, timezone)}>
                  {formatRecentTime(lastActiveAt, timezone)}
                </time>
              ) : (
                'Пока не было'
              ),
          },
          {
            title: 'В организации',
            render: ({ joinedAt }) => (
              <time dateTime={joinedAt} title={formatDateTime(joinedAt, timezone)}>
                с {formatDay(joinedAt, timezone)}
              </time>
            ),
          },
          {
            title: 'Действия',
            isTitleHidden: true,
            width: '64px',
            render: (member) =>
              isManaged(member) ? <MemberActions organization={organization} member={member} /> : null,
          },
        ]}
      />
      <LoadMore hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />
      {organizationRoleCan(organization.role, 'organization.edit') && <StaffView organization={organization} />}
    </>
  );
}

function membersQuery(organizationId: string) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: keys.members(organizationId),
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listMembers, { params: { organizationId }, query: { cursor } }, signal),
    select: itemsOf,
  });
}
