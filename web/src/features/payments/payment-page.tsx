import { paymentMethodLabels } from '@kazna/contract/cabinet/payment-labels';
import type { PaymentDetails } from '@kazna/contract/cabinet/payments';
import { formatMoney } from '@kazna/contract/shared/money';
import type { ReactNode } from 'react';
import { Moment } from '../../parts/moment.tsx';
import { PaymentStatusMark } from '../../parts/payment-status.tsx';
import { SkeletonLine, SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { Card, Page, QueryFailure } from '../../ui/page.tsx';
import { BackToList } from './back-to-list.tsx';
import { PaymentActions } from './payment-actions.tsx';
import { PaymentNumber } from './payment-number.tsx';
import classes from './payment-page.module.css';
import { PaymentRefunds } from './payment-refunds.tsx';
import { stateText } from './payment-texts.ts';
import { PaymentTimeline } from './payment-timeline.tsx';
import { UnknownPayment } from './unknown-payment.tsx';
import { usePayment } from './use-payment.ts';

export function PaymentPage({ id }: { id: string }) {
  const { payment, error, isUnknown, refetch } = usePayment(id);
  if (isUnknown) return <UnknownPayment />;
  if (error && !payment) {
    return (
      <Page title="Платёж" back={<BackToList />}>
        <QueryFailure what="Платёж не загрузился" error={error} onRetry={refetch} />
      </Page>
    );
  }
  return (
    <Page
      back={<BackToList />}
      title={<span className={classes.amount}>{payment ? formatMoney(payment) : <SkeletonLine width={200} />}</span>}
      explanation={payment ? (payment.description ?? 'Пополнение баланса') : <SkeletonLine width={160} />}
    >
      <div className={classes.columns}>
        <div className={classes.main}>
          <Card>
            <div className={classes.state} role="status">
              <div className={classes.mark}>
                {payment ? <PaymentStatusMark payment={payment} /> : <SkeletonLine width={130} />}
              </div>
              <p>{payment ? stateText(payment) : <SkeletonLine width={280} />}</p>
            </div>
            {payment ? <PaymentActions payment={payment} /> : <div className={classes.actions} data-loading />}
          </Card>
          <Card title="Подробности">
            <Facts facts={payment ? factsOf(payment) : skeletonFacts(id)} />
          </Card>
          {payment && payment.refunds.length > 0 && <PaymentRefunds payment={payment} />}
        </div>
        <Card title="История">
          {payment ? <PaymentTimeline events={payment.events} /> : <SkeletonText lines={4} />}
        </Card>
      </div>
    </Page>
  );
}

type Fact = [term: string, value: ReactNode];

/** As many rows as most payments have, so that loading shifts nothing. */
function skeletonFacts(id: string): Fact[] {
  const terms = ['Способ оплаты', 'Кто создал', 'Создан', '\u00a0'];
  return [...terms.map((term): Fact => [term, <SkeletonLine key={term} width={160} />]), numberOf(id)];
}

function factsOf(payment: PaymentDetails): Fact[] {
  const {
    id,
    method,
    createdBy,
    createdAt,
    paidAt,
    expiresAt,
    status,
    amountMinor,
    refundedMinor,
    isRefunding,
    currency,
  } = payment;
  const facts: Fact[] = [
    ['Способ оплаты', paymentMethodLabels[method]],
    ['Кто создал', createdBy],
    ['Создан', <Moment key="created" at={createdAt} />],
  ];
  if (paidAt) facts.push(['Оплачен', <Moment key="paid" at={paidAt} />]);
  if (status === 'pending') facts.push(['Оплатить до', <Moment key="expires" at={expiresAt} />]);
  if (refundedMinor > 0) {
    facts.push([isRefunding ? 'Возвраты' : 'Возвращено', formatMoney({ amountMinor: refundedMinor, currency })]);
    facts.push(['Осталось', formatMoney({ amountMinor: amountMinor - refundedMinor, currency })]);
  }
  return [...facts, numberOf(id)];
}

function numberOf(id: string): Fact {
  return ['Номер', <PaymentNumber key="number" id={id} isWhole />];
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
