import { type BankReturn, bankReturnStatuses, listBankReturns } from '@kazna/contract/cabinet/bank-returns';
import { formatMoney } from '@kazna/contract/shared/money';
import { Button } from '@mantine/core';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { itemsOf, paged } from '../../../api/query-client.ts';
import { Moment } from '../../../parts/moment.tsx';
import { keys } from '../../../queries/keys.ts';
import { useActiveOrganization } from '../../../queries/profile.ts';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { StatusMark } from '../../../ui/feedback/status-mark.tsx';
import { ClockIcon, CrossedIcon } from '../../../ui/icons.tsx';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import { Card, QueryFailure } from '../../../ui/page.tsx';
import { CheckIcon } from '../../../ui/visitor-icons.tsx';
import classes from './bank-returns.module.css';

const load = () => import('./bank-return-dialog.tsx').then((file) => file.BankReturnDialog);

const looks = {
  pending: ['pending', ClockIcon],
  returned: ['success', CheckIcon],
  declined: ['failure', CrossedIcon],
} as const;

/** What can be sent back to the bank, and what was asked for; nothing for whom neither exists. */
export function BankReturns() {
  const { id: organizationId, can } = useActiveOrganization();
  const { data, error, refetch, ...list } = useInfiniteQuery(bankReturnsQuery(organizationId));
  const { Dialog, open, ...dialog } = useDialog(load);
  if (error && !data) {
    return <QueryFailure what="Возвраты не загрузились" error={error} onRetry={() => void refetch()} />;
  }
  const [returnable] = data?.returnable ?? [];
  if (!data || (!returnable && data.items.length === 0)) return null;
  return (
    <Card title="Возврат на счёт в банке">
      <div className={classes.offer}>
        <p>
          {returnable ? (
            <>
              Можно вернуть <strong>{formatMoney({ ...returnable, amountMinor: returnable.returnableMinor })}</strong>:
              столько пришло переводами и не потрачено.
            </>
          ) : (
            'Сейчас возвращать нечего: деньги из переводов потрачены или уже возвращаются.'
          )}
        </p>
        {returnable && can('payments.refund') && (
          <Button variant="default" onClick={open}>
            Вернуть на счёт в банке
          </Button>
        )}
      </div>
      {data.items.length > 0 && (
        <ul className={classes.returns} aria-label="Возвраты на счёт в банке">
          {data.items.map((one) => (
            <ReturnLine key={one.id} {...one} />
          ))}
        </ul>
      )}
      <LoadMore hasMore={list.hasNextPage} isLoading={list.isFetchingNextPage} onLoad={list.fetchNextPage} />
      {Dialog && organizationId && returnable && (
        <Dialog {...dialog} organizationId={organizationId} returnable={returnable} />
      )}
    </Card>
  );
}

function ReturnLine(one: BankReturn) {
  const { status, comment, orderNumber, reason, requestedBy, createdAt } = one;
  const [tone, Icon] = looks[status];
  return (
    <li>
      <span className={classes.head}>
        <strong className={classes.amount}>{formatMoney(one)}</strong>
        <StatusMark tone={tone} icon={<Icon size={16} />}>
          {bankReturnStatuses[status]}
        </StatusMark>
      </span>
      {orderNumber && <span>Платёжное поручение №&nbsp;{orderNumber}</span>}
      {reason && <span>Причина: {reason}. Деньги снова на балансе.</span>}
      {comment && <span>{comment}</span>}
      <span className={classes.secondary}>
        <Moment at={createdAt} />
        {requestedBy && `, ${requestedBy}`}
      </span>
    </li>
  );
}

/** Whatever moves the balance changes what can be returned. Disabled without an organization. */
export function bankReturnsQuery(organizationId: string | undefined) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: keys.bankReturns(organizationId),
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listBankReturns, { params: { organizationId: organizationId ?? '' }, query: { limit: 5, cursor } }, signal),
    select: (data) => ({ items: itemsOf(data), returnable: data.pages[0]?.returnable ?? [] }),
    enabled: organizationId !== undefined,
  });
}
