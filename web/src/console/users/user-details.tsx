import { getUser } from '@kazna/contract/admin/users';
import { roleNames } from '@kazna/contract/shared/permissions';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { formatCount } from '../../format/numbers.ts';
import { Moment } from '../../parts/moment.tsx';
import { KindIcon, kindNames } from '../../parts/organization-kind.tsx';
import { CopyValue } from '../../ui/copy.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { Facts } from '../../ui/lists/facts.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import classes from '../side-sheet.module.css';
import { SheetPart } from '../side-sheet.tsx';
import { UserActions } from './user-actions.tsx';
import { StaffMark, UserStatusMark } from './user-labels.tsx';

export function UserDetails({ userId }: { userId: string }) {
  const { data: user, error, refetch } = useQuery(userQuery(userId));
  if (error && !user) {
    return <QueryFailure what="Пользователь не загрузился" error={error} onRetry={() => void refetch()} />;
  }
  if (!user) return <SkeletonText lines={10} />;
  const { name, email, status, operatorRole, liveSessions, hasSecondFactor, passkeys, memberships } = user;
  return (
    <>
      <div>
        <h2 className={classes.name}>{name}</h2>
        <div className={classes.marks}>
          <UserStatusMark status={status} />
          {operatorRole && <StaffMark role={operatorRole} />}
        </div>
      </div>
      <UserActions user={user} />
      <Facts
        facts={[
          ['E-mail', email],
          ['Номер', <CopyValue key="id" value={user.id} what="номер" />],
          ['Создан', <Moment key="created" at={user.createdAt} />],
          ['Последний вход', user.lastActiveAt ? <Moment key="active" at={user.lastActiveAt} /> : 'Пока не было'],
          ['Открытых сеансов', liveSessions > 0 ? String(liveSessions) : 'Нет'],
          ['Двухфакторная защита', hasSecondFactor ? 'Включена' : 'Выключена'],
          ['Ключей доступа', passkeys > 0 ? String(passkeys) : 'Нет'],
        ]}
      />
      <SheetPart title={membershipsTitle(memberships.length)}>
        <ul className={classes.lines}>
          {memberships.map(({ organizationId, name: title, kind, role }) => (
            <li key={organizationId}>
              <span className={classes.titled}>
                <KindIcon kind={kind} size={18} />
                <LinkAnchor to="/admin/organizations" search={{ organization: organizationId }}>
                  {kind === 'person' ? kindNames.person : title}
                </LinkAnchor>
              </span>
              <span className={classes.quiet}>{roleNames[role]}</span>
            </li>
          ))}
        </ul>
      </SheetPart>
    </>
  );
}

function membershipsTitle(count: number): string {
  if (count === 0) return 'Не состоит в организациях';
  return `Состоит в ${formatCount(count, ['организации', 'организациях', 'организациях'])}`;
}

function userQuery(userId: string) {
  return queryOptions({
    queryKey: ['admin', 'user', userId],
    queryFn: () => call(getUser, { params: { userId } }),
  });
}
