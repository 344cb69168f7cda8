import type { ApiKey } from '@kazna/contract/admin/keys';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Moment } from '../../parts/moment.tsx';
import { CoinDrawing } from '../../ui/cabinet-drawings.tsx';
import { SideSheet } from '../../ui/dialogs/side-sheet.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { type RecordColumn, Records } from '../../ui/lists/records.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { AdminPage } from '../admin-page.tsx';
import classes from '../row-title.module.css';
import { StaffOnly } from '../staff.tsx';
import { KeyStatusMark, keyMask, keysQuery, scopesText } from './api-keys.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeyDetails, LastUse } from './key-details.tsx';

/** Id of the open key. */
export interface KeysSearch {
  key?: string | undefined;
}

export function KeysPage({ search }: { search: KeysSearch }) {
  const navigate = useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const create = () => setIsCreating(true);
  return (
    <AdminPage
      title="Ключи API"
      explanation="По ключу ваши программы обращаются к Казне"
      action={
        <StaffOnly permission="admin.manage" isHidden>
          <CreateButton onClick={create} />
        </StaffOnly>
      }
    >
      <StaffOnly permission="admin.manage">
        <KeysList onCreate={create} />
        <CreateKeyDialog isOpen={isCreating} onClose={() => setIsCreating(false)} />
        <SideSheet
          openId={search.key}
          onClose={() => void navigate({ to: '/admin/keys', search: {}, resetScroll: false })}
          title="Ключ API"
        >
          {(id) => <OpenKey key={id} id={id} />}
        </SideSheet>
      </StaffOnly>
    </AdminPage>
  );
}

/** An empty list has a button of its own. */
function CreateButton({ onClick }: { onClick: () => void }) {
  const { data } = useQuery(keysQuery());
  return data?.length === 0 ? null : <Button onClick={onClick}>Создать ключ</Button>;
}

function OpenKey({ id }: { id: string }) {
  const { data } = useQuery(keysQuery());
  const found = data?.find((key) => key.id === id);
  if (found) return <KeyDetails apiKey={found} />;
  return data ? <p>Такого ключа нет. Возможно, ссылка устарела.</p> : null;
}

export function KeysList({ onCreate }: { onCreate: () => void }) {
  const { data, error, refetch } = useQuery(keysQuery());
  if (error && !data) {
    return <QueryFailure what="Ключи не загрузились" error={error} onRetry={() => void refetch()} />;
  }
  if (data?.length === 0) {
    return (
      <Empty
        drawing={<CoinDrawing />}
        title="Ключей пока нет"
        action={<Button onClick={onCreate}>Создать первый ключ</Button>}
      >
        Ключ нужен вашей программе, чтобы списывать деньги за услуги и узнавать балансы.
      </Empty>
    );
  }
  return <Records isTall keyOf={({ id }) => id} label="Ключи API" columns={columns} items={data} />;
}

const columns: RecordColumn<ApiKey>[] = [
  {
    title: 'Ключ',
    render: (key) => (
      <span className={classes.main}>
        <Link to="/admin/keys" search={{ key: key.id }} resetScroll={false} className={classes.link} data-row-link>
          {key.name}
        </Link>
        <code className={classes.secondary}>{keyMask(key)}</code>
      </span>
    ),
  },
  {
    title: 'Права',
    width: '30%',
    render: ({ scopes }) => (
      <span className={classes.main}>
        <span title={scopes.join(', ')}>{scopesText(scopes)}</span>
      </span>
    ),
  },
  { title: 'Откуда', width: '130px', isExtra: true, render: ({ networks }) => networks.join(', ') || 'Отовсюду' },
  {
    title: 'Срок',
    width: '140px',
    render: ({ expiresAt }) => (expiresAt ? <Moment at={expiresAt} /> : 'Без срока'),
  },
  { title: 'Последний вызов', width: '160px', render: (key) => <LastUse {...key} /> },
  { title: 'Состояние', width: '130px', render: ({ status }) => <KeyStatusMark status={status} /> },
];
