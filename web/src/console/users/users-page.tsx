import { type AdminUser, listUsers } from '@kazna/contract/admin/users';
import { businessZoneLabel } from '@kazna/contract/shared/business-time';
import type { Cell } from '@kazna/contract/shared/csv';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { formatCount, type PluralForms } from '../../format/numbers.ts';
import { ViewsButton } from '../../parts/views-button.tsx';
import { SideSheet } from '../../ui/dialogs/side-sheet.tsx';
import { AdminPage } from '../admin-page.tsx';
import { ExportButton } from '../export-button.tsx';
import { filterIn, ListFilters, type ListSearch } from '../list-filters.tsx';
import classes from '../list-page.module.css';
import bulk from './bulk.module.css';
import { type BulkAction, BulkDialog } from './bulk-dialog.tsx';
import { ConsentsExport } from './consents-export.tsx';
import { UserDetails } from './user-details.tsx';
import { staffRoleLabels, type UsersSearch, userChoices, userStatusLabels } from './user-labels.tsx';
import { type UserFilter, UsersList } from './users-list.tsx';

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
        <>
          <ConsentsExport />
          <ExportButton
            fileName="users"
            forms={['пользователь', 'пользователя', 'пользователей']}
            load={(cursor) => call(listUsers, { query: { ...filter, limit: 100, cursor } })}
            head={exported}
            rowOf={rowOf}
          />
        </>
      }
    >
      <div className={classes.list}>
        <ListFilters
          label="Фильтры пользователей"
          searchedBy="E-mail, имя или номер"
          choices={userChoices}
          search={{ ...search }}
          views={<ViewsButton ofStaff list="users" search={search} />}
          onChange={change}
        />
        <UsersList
          filter={filter}
          search={search}
          ticked={ticked}
          onTicked={setTicked}
          onSort={(sort) => change({ sort })}
        />
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

const userForms: PluralForms = ['пользователь', 'пользователя', 'пользователей'];

interface BulkBarProps {
  users: readonly AdminUser[];
  onClear: () => void;
}

export function BulkBar({ users, onClear }: BulkBarProps) {
  const [asked, setAsked] = useState<BulkAction>();
  return (
    <>
      {users.length > 0 && (
        <section className={bulk.bar} aria-label="Действия с выбранными">
          <div className={bulk.chosen}>
            <span role="status">Выбрано: {formatCount(users.length, userForms)}</span>
            <Button variant="subtle" size="sm" onClick={onClear}>
              Снять выбор
            </Button>
          </div>
          <div className={bulk.buttons}>
            <Button variant="default" size="sm" onClick={() => setAsked('block')}>
              Заблокировать
            </Button>
            <Button variant="default" size="sm" onClick={() => setAsked('sessions')}>
              Завершить сеансы
            </Button>
          </div>
        </section>
      )}
      <BulkDialog action={asked} users={users} onClose={() => setAsked(undefined)} onDone={onClear} />
    </>
  );
}
