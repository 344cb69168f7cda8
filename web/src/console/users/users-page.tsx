import { type AdminUser, listUsers } from '@kazna/contract/admin/users';
import { businessZoneLabel } from '@kazna/contract/shared/business-time';
import type { Cell } from '@kazna/contract/shared/csv';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { AdminPage } from '../admin-page.tsx';
import { ExportButton } from '../export-button.tsx';
import { ListFilters } from '../list-filters.tsx';
import classes from '../list-page.module.css';
import { filterIn, type ListSearch } from '../list-search.ts';
import type { UserFilter } from '../queries.ts';
import { SideSheet } from '../side-sheet.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { UserDetails } from './user-details.tsx';
import { staffRoleLabels, type UsersSearch, userChoices, userStatusLabels } from './user-labels.tsx';
import { UsersList } from './users-list.tsx';

const exported = [
  'Номер',
  'E-mail',
  'Имя',
  'Состояние',
  'Сотрудник',
  `Создан (${businessZoneLabel})`,
  `Последний вход (${businessZoneLabel})`,
];

export function UsersPage({ search }: { search: UsersSearch }) {
  const navigate = useNavigate();
  const [ticked, setTicked] = useState<readonly AdminUser[]>([]);
  const filter: UserFilter = filterIn(userChoices, { ...search });

  const go = (next: UsersSearch) => void navigate({ to: '/admin/users', search: next, resetScroll: false });
  const change = (changed: ListSearch, { isTyping } = { isTyping: false }) => {
    setTicked([]);
    // Typing arrives late: it is added to the newest search, which may have opened a record meanwhile.
    void navigate({
      to: '/admin/users',
      search: (current: object) => ({ ...current, ...changed }),
      replace: isTyping,
      resetScroll: false,
    });
  };

  return (
    <AdminPage
      title="Пользователи"
      action={
        <ExportButton
          fileName="users"
          forms={['пользователь', 'пользователя', 'пользователей']}
          load={(cursor) => call(listUsers, { query: { ...filter, limit: 100, cursor } })}
          head={exported}
          rowOf={rowOf}
        />
      }
    >
      <div className={classes.list}>
        <ListFilters
          label="Фильтры пользователей"
          searchedBy="E-mail, имя или номер"
          choices={userChoices}
          search={{ ...search }}
          onChange={change}
        />
        <UsersList filter={filter} search={search} ticked={ticked} onTicked={setTicked} />
      </div>
      <BulkBar users={ticked} onClear={() => setTicked([])} />
      <SideSheet openId={search.user} onClose={() => go({ ...search, user: undefined })} title="Пользователь">
        {(userId) => <UserDetails key={userId} userId={userId} />}
      </SideSheet>
    </AdminPage>
  );
}

function rowOf({ id, email, name, status, operatorRole, createdAt, lastActiveAt }: AdminUser): Cell[] {
  const operator = operatorRole ? staffRoleLabels[operatorRole] : '';
  const lastActive = lastActiveAt ? { time: lastActiveAt } : '';
  return [id, email, name, userStatusLabels[status], operator, { time: createdAt }, lastActive];
}
