import { type BankReceipt, listUnidentifiedReceipts } from '@kazna/contract/admin/bank-statements';
import { formatMoney } from '@kazna/contract/shared/money';
import { Button } from '@mantine/core';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/query-client.ts';
import { Moment } from '../../parts/moment.tsx';
import { CompassDrawing, DoneDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { type RecordColumn, Records } from '../../ui/lists/records.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { useStaff } from '../staff.tsx';
import { Party, Purpose } from '../statements/document-columns.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { ReturnDialog } from './return-dialog.tsx';
import classes from './unidentified.module.css';

export interface ReceiptFilter {
  status: 'unidentified' | 'returned';
  q?: string | undefined;
}

type Deciding = { what: 'assign' | 'return'; receipt: BankReceipt };

export function ReceiptsList({ filter }: { filter: ReceiptFilter }) {
  const { can } = useStaff();
  const query = useInfiniteQuery(receiptsQuery(filter));
  const [deciding, setDeciding] = useState<Deciding>();
  const [isOpen, setIsOpen] = useState(false);
  if (query.error && !query.data) {
    return <QueryFailure what="Деньги не загрузились" error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data?.length === 0) return <NoReceipts filter={filter} />;
  const decide = (next: Deciding) => {
    setDeciding(next);
    setIsOpen(true);
  };
  const close = () => setIsOpen(false);
  const shown = (what: Deciding['what']) => isOpen && deciding?.what === what;
  return (
    <>
      <Records
        isTall
        keyOf={({ id }) => id}
        label={filter.status === 'returned' ? 'Возвращённые деньги' : 'Невыясненные деньги'}
        columns={filter.status === 'returned' ? returnedColumns : columnsOf(can('admin.money') ? decide : undefined)}
        items={query.data}
        isOutdated={query.isPlaceholderData}
      />
      <LoadMore hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />
      {deciding && <AssignDialog isOpen={shown('assign')} onClose={close} receipt={deciding.receipt} />}
      {deciding && <ReturnDialog isOpen={shown('return')} onClose={close} receipt={deciding.receipt} />}
    </>
  );
}

function NoReceipts({ filter: { q, status } }: { filter: ReceiptFilter }) {
  if (q) {
    return (
      <Empty drawing={<CompassDrawing />} title="Ничего не нашлось">
        Ищем по плательщику, ИНН, словам назначения и номеру поручения. Проверьте запрос.
      </Empty>
    );
  }
  return status === 'returned' ? (
    <Empty drawing={<DoneDrawing />} title="Возвратов не было">
      Здесь будут деньги, которые вернули плательщикам, с номером платёжного поручения.
    </Empty>
  ) : (
    <Empty drawing={<DoneDrawing />} title="Невыясненных денег нет">
      Сюда попадают платежи из выписок, у которых не нашёлся хозяин.
    </Empty>
  );
}

const amount: RecordColumn<BankReceipt> = {
  title: 'Сумма',
  width: '140px',
  isAmount: true,
  render: ({ amountMinor }) => formatMoney({ amountMinor, currency: 'RUB' }),
};
const payer: RecordColumn<BankReceipt> = {
  title: 'Плательщик',
  width: '22%',
  render: ({ payer: name, inn }) => <Party name={name} inn={inn} />,
};
const purpose: RecordColumn<BankReceipt> = { title: 'Назначение', render: (receipt) => <Purpose {...receipt} /> };

function columnsOf(decide: ((next: Deciding) => void) | undefined): RecordColumn<BankReceipt>[] {
  return [
    payer,
    purpose,
    {
      title: 'Откуда',
      width: '150px',
      isExtra: true,
      render: ({ statementId, createdAt }) => (
        <LinkAnchor to="/admin/statements" search={{ statement: statementId }}>
          <Moment at={createdAt} />
        </LinkAnchor>
      ),
    },
    amount,
    ...(decide ? [decisionColumn(decide)] : []),
  ];
}

function decisionColumn(decide: (next: Deciding) => void): RecordColumn<BankReceipt> {
  return {
    title: 'Решение',
    width: '252px',
    render: (receipt) => (
      <span className={classes.decisions}>
        <Button
          size="sm"
          aria-label={`Зачислить: ${receipt.payer}, №\u00a0${receipt.number}`}
          onClick={() => decide({ what: 'assign', receipt })}
        >
          Зачислить
        </Button>
        <Button
          size="sm"
          variant="default"
          aria-label={`Вернуть: ${receipt.payer}, №\u00a0${receipt.number}`}
          onClick={() => decide({ what: 'return', receipt })}
        >
          Вернуть
        </Button>
      </span>
    ),
  };
}

const returnedColumns: RecordColumn<BankReceipt>[] = [
  payer,
  purpose,
  {
    title: 'Возврат',
    width: '26%',
    render: ({ returned }) =>
      returned ? (
        <span className={classes.returned}>
          <span>
            Поручение №&nbsp;{returned.orderNumber}, <Moment at={returned.at} />
          </span>
          <span>{returned.reason}</span>
        </span>
      ) : (
        'Номер поручения не указан'
      ),
  },
  amount,
];

function receiptsQuery(filter: ReceiptFilter) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'receipts', filter],
    queryFn: ({ pageParam: cursor }) => call(listUnidentifiedReceipts, { query: { ...filter, limit: 25, cursor } }),
    select: itemsOf,
    placeholderData: keepPreviousData,
  });
}
