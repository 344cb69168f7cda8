import type { listBankStatements } from '@kazna/contract/admin/bank-statements';
import type { Answer } from '@kazna/contract/shared/endpoint';
import { formatMoney } from '@kazna/contract/shared/money';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Moment } from '../../parts/moment.tsx';
import { ReceiptDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { type RecordColumn, Records } from '../../ui/lists/records.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import classes from '../row-title.module.css';
import { StatementStatusMark, statementsQuery, statementTitle } from './statement.tsx';

type ListedStatement = Answer<typeof listBankStatements>['items'][number];

export function StatementsList() {
  const query = useInfiniteQuery(statementsQuery());
  if (query.error && !query.data) {
    return <QueryFailure what="Выписки не загрузились" error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data?.length === 0) {
    return (
      <Empty drawing={<ReceiptDrawing />} title="Выписок пока нет">
        Загрузите выписку из банка: платежи по счетам зачислятся на балансы клиентов.
      </Empty>
    );
  }
  return (
    <>
      <Records isTall keyOf={({ id }) => id} label="Выписки" columns={columns} items={query.data} />
      <LoadMore hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />
    </>
  );
}

const columns: RecordColumn<ListedStatement>[] = [
  {
    title: 'Выписка',
    render: (statement) => (
      <span className={classes.whole}>
        <Link to="/admin/statements" search={{ statement: statement.id }} className={classes.link} data-row-link>
          {statementTitle(statement)}
        </Link>
      </span>
    ),
  },
  { title: 'Загружена', width: '180px', render: ({ createdAt }) => <Moment at={createdAt} /> },
  { title: 'Кто', width: '180px', isExtra: true, render: ({ createdBy }) => createdBy ?? 'Удалённый пользователь' },
  { title: 'Состояние', width: '160px', render: ({ status }) => <StatementStatusMark status={status} /> },
  {
    title: 'Поступлений',
    width: '120px',
    isAmount: true,
    render: ({ incomingCount }) => incomingCount.toLocaleString('ru'),
  },
  {
    title: 'На сумму',
    width: '160px',
    isAmount: true,
    render: ({ incomingMinor }) => formatMoney({ amountMinor: incomingMinor, currency: 'RUB' }),
  },
];
