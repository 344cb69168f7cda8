import { type AdminBankReturn, listAllBankReturns, type SourceAccount } from '@kazna/contract/admin/bank-returns';
import type { BankReturnStatus } from '@kazna/contract/cabinet/bank-returns';
import { formatMoney } from '@kazna/contract/shared/money';
import { Button } from '@mantine/core';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/query-client.ts';
import { Moment } from '../../parts/moment.tsx';
import { CopyValue } from '../../ui/copy.tsx';
import { DoneDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { GroupedNumber } from '../../ui/grouped-number.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { type RecordColumn, Records } from '../../ui/lists/records.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { useStaff } from '../staff.tsx';
import classes from './bank-returns.module.css';
import { DeclineDialog, ReturnedDialog } from './decision-dialogs.tsx';

type Deciding = { what: 'returned' | 'declined'; bankReturn: AdminBankReturn };

function bankReturnsQuery(status: BankReturnStatus) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'bank-returns', status],
    queryFn: ({ pageParam: cursor }) => call(listAllBankReturns, { query: { status, limit: 25, cursor } }),
    select: itemsOf,
    placeholderData: keepPreviousData,
  });
}

export function BankReturnsList({ status }: { status: BankReturnStatus }) {
  const { can } = useStaff();
  const query = useInfiniteQuery(bankReturnsQuery(status));
  const [deciding, setDeciding] = useState<Deciding>();
  const [isOpen, setIsOpen] = useState(false);
  if (query.error && !query.data) {
    return <QueryFailure what="Возвраты не загрузились" error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data?.length === 0) return <NoReturns status={status} />;
  const decide = (next: Deciding) => {
    setDeciding(next);
    setIsOpen(true);
  };
  const shown = (what: Deciding['what']) => ({
    isOpen: isOpen && deciding?.what === what,
    onClose: () => setIsOpen(false),
  });
  const last = status === 'pending' ? can('admin.money') && decisionColumn(decide) : outcome;
  return (
    <>
      <Records
        isTall
        keyOf={({ id }) => id}
        label="Возвраты на счёт"
        columns={[organization, accounts, request, amount, ...(last ? [last] : [])]}
        items={query.data}
        isOutdated={query.isPlaceholderData}
      />
      <LoadMore hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />
      {deciding && <ReturnedDialog {...shown('returned')} bankReturn={deciding.bankReturn} />}
      {deciding && <DeclineDialog {...shown('declined')} bankReturn={deciding.bankReturn} />}
    </>
  );
}

function NoReturns({ status }: { status: BankReturnStatus }) {
  return status === 'pending' ? (
    <Empty drawing={<DoneDrawing />} title="Возвращать нечего">
      Сюда попадают просьбы вернуть на счёт в банке деньги, которые пришли переводами.
    </Empty>
  ) : (
    <Empty drawing={<DoneDrawing />} title={status === 'returned' ? 'Возвратов не было' : 'Отказов не было'}>
      Здесь будут возвраты, по которым уже есть решение.
    </Empty>
  );
}

const organization: RecordColumn<AdminBankReturn> = {
  title: 'Организация',
  width: '20%',
  render: ({ organizationId, organizationName, inn }) => (
    <span className={classes.lines}>
      <LinkAnchor to="/admin/organizations" search={{ organization: organizationId }}>
        {organizationName}
      </LinkAnchor>
      {inn && <span>ИНН {inn}</span>}
    </span>
  ),
};
const accounts: RecordColumn<AdminBankReturn> = {
  title: 'Откуда приходили деньги',
  render: (one) => (
    <span className={classes.lines}>
      {one.accounts.map((account) => (
        <AccountLine key={account.account} {...account} />
      ))}
      {one.accounts.length === 0 && <span>Переводов нет: спросите реквизиты у клиента</span>}
    </span>
  ),
};
const request: RecordColumn<AdminBankReturn> = {
  title: 'Просьба',
  width: '17%',
  render: ({ createdAt, requestedBy, comment }) => (
    <span className={classes.lines}>
      <span>
        <Moment at={createdAt} />
      </span>
      <span>{requestedBy ?? 'удалённый пользователь'}</span>
      {comment && <span>{comment}</span>}
    </span>
  ),
};
const amount: RecordColumn<AdminBankReturn> = { title: 'Сумма', width: '130px', isAmount: true, render: formatMoney };
const outcome: RecordColumn<AdminBankReturn> = {
  title: 'Решение',
  width: '20%',
  render: ({ orderNumber, reason, decidedBy, decidedAt }) => (
    <span className={classes.lines}>
      <span>{orderNumber ? `Поручение №\u00a0${orderNumber}` : reason}</span>
      <span>
        {decidedAt && <Moment at={decidedAt} />}
        {`, ${decidedBy ?? 'удалённый пользователь'}`}
      </span>
    </span>
  ),
};

function AccountLine({ payer, account, bik, inn }: SourceAccount) {
  return (
    <span>
      {payer}
      {inn && `, ИНН ${inn}`}
      <br />
      <CopyValue value={account} what="счёт">
        <GroupedNumber text={account} />
      </CopyValue>
      <br />
      {bik ? `БИК ${bik}` : 'БИК спросите у клиента'}
    </span>
  );
}

function decisionColumn(decide: (next: Deciding) => void): RecordColumn<AdminBankReturn> {
  return {
    title: 'Решение',
    width: '272px',
    render: (bankReturn) => {
      const what = `${bankReturn.organizationName}, ${formatMoney(bankReturn)}`;
      return (
        <span className={classes.decisions}>
          <Button size="sm" aria-label={`Отправили: ${what}`} onClick={() => decide({ what: 'returned', bankReturn })}>
            Отправили
          </Button>
          <Button
            size="sm"
            variant="default"
            aria-label={`Отклонить: ${what}`}
            onClick={() => decide({ what: 'declined', bankReturn })}
          >
            Отклонить
          </Button>
        </span>
      );
    },
  };
}
