import {
  listUndecidedRefunds,
  resolveRefund,
  type UndecidedCause,
  type UndecidedRefund,
} from '@kazna/contract/admin/refunds';
import { paymentNumber } from '@kazna/contract/cabinet/payment-labels';
import { formatMoney } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import { Button } from '@mantine/core';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/query-client.ts';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import { Moment } from '../../parts/moment.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { useStaff } from '../staff.tsx';
import classes from './overview.module.css';

const causeTexts: Record<UndecidedCause, string> = {
  provider_silent: 'Платёжная система молчит больше суток',
  provider_unclear: 'У платежа несколько возвратов, и платёжная система не говорит, прошёл ли этот',
  provider_unknown: 'Платёжная система отключена',
  return_refused: 'Платёжная система отказала, а платёж не зачислен на баланс',
  organization_closed: 'Платёжная система отказала, а организация закрыта',
};

export function UndecidedRefunds({ count }: { count: number }) {
  const query = useInfiniteQuery(undecidedRefundsQuery());
  if (query.error && !query.data) {
    return <QueryFailure what="Возвраты не загрузились" error={query.error} onRetry={() => void query.refetch()} />;
  }
  return (
    <div className={classes.group}>
      <h3>Возвраты на решении: {count.toLocaleString('ru')}</h3>
      {!query.data && <SkeletonText lines={3} />}
      <ul className={classes.lines}>
        {query.data?.map((refund) => (
          <li key={refund.id}>
            <div className={classes.about}>
              <span>
                <strong className={classes.amount}>{formatMoney(refund)}</strong>{' '}
                <LinkAnchor to="/admin/organizations" search={{ organization: refund.organizationId }}>
                  {refund.organizationName}
                </LinkAnchor>
              </span>
              <span className={classes.note}>
                {paymentNumber({ number: refund.paymentNumber })}. {causeTexts[refund.cause]},{' '}
                <Moment at={refund.createdAt} />
              </span>
            </div>
            <OutcomeButtons refund={refund} />
          </li>
        ))}
      </ul>
      <LoadMore hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />
    </div>
  );
}

function OutcomeButtons({ refund }: { refund: UndecidedRefund }) {
  const { can } = useStaff();
  const [asked, setAsked] = useState<'succeeded' | 'canceled'>();
  if (!can('admin.money')) return null;
  const { id: refundId, organizationName } = refund;
  const number = paymentNumber({ number: refund.paymentNumber });
  const amount = formatMoney(refund);
  const close = () => setAsked(undefined);

  async function resolve(status: 'succeeded' | 'canceled', reason: string, message: string) {
    await callConfirmed(resolveRefund, { params: { refundId }, body: { status, reason } });
    showToast({ kind: 'success', message, detail: `${organizationName}, ${amount}` });
  }

  return (
    <div className={classes.buttons}>
      <Button size="sm" aria-label={`Возврат ${amount} прошёл`} onClick={() => setAsked('succeeded')}>
        Прошёл
      </Button>
      <Button
        variant="default"
        size="sm"
        aria-label={`Возврата ${amount} не было`}
        onClick={() => setAsked('canceled')}
      >
        Не прошёл
      </Button>
      <ReasonDialog
        isOpen={asked === 'succeeded'}
        onClose={close}
        title={`Возврат ${amount} прошёл?`}
        action="Подтвердить возврат"
        onConfirm={(reason) => resolve('succeeded', reason, 'Возврат подтверждён')}
      >
        Баланс {quoted(organizationName)} не изменится. Сначала найдите возврат по платежу {number} в платёжной системе.
      </ReasonDialog>
      <ReasonDialog
        isOpen={asked === 'canceled'}
        onClose={close}
        title={`Возврата ${amount} не было?`}
        action="Вернуть на баланс"
        isDangerous
        onConfirm={(reason) => resolve('canceled', reason, 'Деньги вернулись на баланс')}
      >
        Вернём {amount} на баланс {quoted(organizationName)}. Сначала убедитесь в платёжной системе, что по платежу{' '}
        {number} возврата нет: иначе деньги уйдут дважды.
      </ReasonDialog>
    </div>
  );
}

function undecidedRefundsQuery() {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'undecided-refunds'],
    queryFn: ({ pageParam: cursor }) => call(listUndecidedRefunds, { query: { limit: 5, cursor } }),
    select: itemsOf,
  });
}
