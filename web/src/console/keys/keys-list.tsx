import type { ApiKey } from '@kazna/contract/admin/keys';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Moment } from '../../parts/moment.tsx';
import { CoinDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { type RecordColumn, Records } from '../../ui/lists/records.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import classes from '../row-title.module.css';
import { LastUse } from './key-details.tsx';
import { KeyStatusMark, keyMask } from './key-status.tsx';
import { keysQuery } from './queries.ts';
import { scopesText } from './scope-labels.ts';

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
