import { type AdminPayment, listAllPayments } from '@kazna/contract/admin/payments';
import { paymentNumber } from '@kazna/contract/cabinet/payment-labels';
import { formatMoney } from '@kazna/contract/shared/money';
import { Button } from '@mantine/core';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/query-client.ts';
import { Moment } from '../../parts/moment.tsx';
import { PaymentStatusMark } from '../../parts/payment-labels.tsx';
import { SideSheet } from '../../ui/dialogs/side-sheet.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { claimedText, PaymentFacts } from '../payment-facts.tsx';
import sheet from '../side-sheet.module.css';
import classes from './overview.module.css';
import { ReviewDecisionButtons } from './review-decision.tsx';

export function ReviewPayments({ count }: { count: number }) {
  const query = useInfiniteQuery(reviewPaymentsQuery());
  const [openId, setOpenId] = useState<string>();
  if (query.error && !query.data) {
    return <QueryFailure what="Платежи не загрузились" error={query.error} onRetry={() => void query.refetch()} />;
  }
  const opened = query.data?.find(({ id }) => id === openId);
  return (
    <div className={classes.group}>
      <h3>Платежи на проверке: {count.toLocaleString('ru')}</h3>
      {!query.data && <SkeletonText lines={3} />}
      <ul className={classes.lines}>
        {query.data?.map((payment) => (
          <li key={payment.id}>
            <div className={classes.about}>
              <span>
                <ReviewedAmount payment={payment} />
              </span>
              <LinkAnchor to="/admin/organizations" search={{ organization: payment.organizationId }}>
                {payment.organizationName}
              </LinkAnchor>
              <span className={classes.note}>
                {paymentNumber(payment)}. {reviewReason(payment.reason)}, <Moment at={payment.createdAt} />
              </span>
            </div>
            <div className={classes.buttons}>
              <Button
                variant="default"
                size="sm"
                aria-label={`Открыть платёж ${paymentNumber(payment)}`}
                onClick={() => setOpenId(payment.id)}
              >
                Открыть
              </Button>
              <ReviewDecisionButtons payment={payment} />
            </div>
          </li>
        ))}
      </ul>
      <LoadMore hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />
      <SideSheet openId={opened?.id} onClose={() => setOpenId(undefined)} title="Платёж на проверке">
        {(id) => <PaymentDetails payment={query.data?.find((payment) => payment.id === id)} />}
      </SideSheet>
    </div>
  );
}

/** Returns «Пришло 700 ₽ вместо 1 000 ₽», or the requested amount while nothing speaks against it. */
function ReviewedAmount({ payment }: { payment: AdminPayment }) {
  const claimed = claimedText(payment);
  if (!claimed) return <strong className={classes.amount}>{formatMoney(payment)}</strong>;
  return (
    <>
      Пришло <strong className={classes.amount}>{claimed}</strong> вместо {formatMoney(payment)}
    </>
  );
}

function reviewPaymentsQuery() {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'review-payments'],
    queryFn: ({ pageParam: cursor }) => call(listAllPayments, { query: { status: 'review', limit: 5, cursor } }),
    select: itemsOf,
  });
}

/** The payment is undefined while the sheet closes after the decision. */
function PaymentDetails({ payment }: { payment: AdminPayment | undefined }) {
  if (!payment) return null;
  return (
    <>
      <div>
        <h2 className={sheet.name}>{formatMoney(payment)}</h2>
        <div className={sheet.marks}>
          <PaymentStatusMark payment={payment} />
        </div>
      </div>
      <div className={sheet.actions}>
        <ReviewDecisionButtons payment={payment} />
      </div>
      <PaymentFacts payment={payment} first={[['Почему на проверке', reviewReason(payment.reason)]]} />
    </>
  );
}

const reviewReasons: Record<string, string> = {
  outcome_unknown: 'Платёжная система не сказала, прошла ли оплата',
  amount_differs: 'Оплачена другая сумма',
  currency_differs: 'Оплачено в другой валюте',
  payment_differs: 'Деньги пришли по другому платежу платёжной системы',
  provider_unknown: 'Платёжная система этого платежа больше не подключена',
  paid_after_cancellation: 'Деньги пришли после того, как сотрудник отменил платёж',
  organization_closed: 'Оплачено после закрытия организации',
};

function reviewReason(reason: string | null): string {
  return reviewReasons[reason ?? ''] ?? 'Ответ платёжной системы не сошёлся с платежом';
}
