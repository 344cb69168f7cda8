import { paidWith, paymentNumber, refundStatusLabels } from '@kazna/contract/cabinet/payment-labels';
import { cardTitle } from '@kazna/contract/cabinet/payment-methods';
import type { PaymentDetails, PaymentEvent } from '@kazna/contract/cabinet/payments';
import { formatMoney } from '@kazna/contract/shared/money';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Moment } from '../../../parts/moment.tsx';
import { PaymentStatusMark } from '../../../parts/payment-labels.tsx';
import { AskSupport } from '../../../parts/requests/request-labels.tsx';
import { CopyValue } from '../../../ui/copy.tsx';
import { SkeletonLine, SkeletonText } from '../../../ui/feedback/skeleton-line.tsx';
import { StatusMark } from '../../../ui/feedback/status-mark.tsx';
import { ClockIcon, CrossedIcon } from '../../../ui/icons.tsx';
import { LinkAnchor } from '../../../ui/links.tsx';
import { Card, Page, QueryFailure } from '../../../ui/page.tsx';
import { CheckIcon } from '../../../ui/visitor-icons.tsx';
import { PaymentActions } from './payment-actions.tsx';
import classes from './payment-page.module.css';
import { PaymentReceipts } from './payment-receipts.tsx';
import { describeEvent, lossText, stateText } from './payment-texts.ts';
import { UnknownPayment, usePayment } from './use-payment.tsx';

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
      help="operations"
      title={payment ? formatMoney(payment) : <SkeletonLine width={132} />}
      beside={
        <span className={classes.mark}>
          {payment ? <PaymentStatusMark payment={payment} /> : <SkeletonLine width={100} />}
        </span>
      }
      explanation={payment ? aboutOf(payment) : <SkeletonLine width={200} />}
      action={payment ? <PaymentActions payment={payment} /> : <div className={classes.actions} data-loading />}
    >
      <div className={classes.columns}>
        <div className={classes.main}>
          <Card>
            <p className={classes.state} role="status">
              {payment ? (
                [stateText(payment), lossText(payment)].filter(Boolean).join(' ')
              ) : (
                <SkeletonLine width={280} />
              )}
            </p>
            <Facts facts={payment ? factsOf(payment) : skeletonFacts(id)} />
          </Card>
          {payment && payment.refunds.length > 0 && <PaymentRefunds payment={payment} />}
        </div>
        <div className={classes.main}>
          <Card title="История">
            {payment ? <PaymentTimeline events={payment.events} /> : <SkeletonText lines={4} />}
          </Card>
          {payment?.status === 'succeeded' && <PaymentReceipts paymentId={payment.id} />}
        </div>
      </div>
    </Page>
  );
}

function aboutOf(payment: PaymentDetails): string {
  return `${paymentNumber(payment)} · ${payment.description ?? 'Пополнение баланса'}`;
}

type Fact = [term: string, value: ReactNode];

/** As many rows as most payments have, so that loading shifts nothing. */
function skeletonFacts(id: string): Fact[] {
  const terms = ['Способ оплаты', 'Кто создал', 'Создан', '\u00a0', 'Номер'];
  return [...terms.map((term): Fact => [term, <SkeletonLine key={term} width={160} />]), ...factsOfId(id)];
}

function factsOf(payment: PaymentDetails): Fact[] {
  const { id, card, createdBy, createdAt, paidAt, expiresAt, status, amountMinor, refundedMinor, currency } = payment;
  const facts: Fact[] = [
    ['Способ оплаты', card ? cardTitle({ brand: card.type, last4: card.last4 }) : paidWith(payment)],
    ['Кто создал', createdBy],
    ['Создан', <Moment key="created" at={createdAt} />],
  ];
  if (paidAt) facts.push(['Оплачен', <Moment key="paid" at={paidAt} />]);
  if (status === 'pending') facts.push(['Оплатить до', <Moment key="expires" at={expiresAt} />]);
  if (refundedMinor > 0) {
    const label = payment.isRefunding ? 'Возвраты' : 'Возвращено';
    facts.push([label, formatMoney({ amountMinor: refundedMinor, currency })]);
    facts.push(['Осталось', formatMoney({ amountMinor: amountMinor - refundedMinor, currency })]);
  }
  const number = <CopyValue key="number" value={paymentNumber(payment)} what="номер" />;
  return [...facts, ['Номер', number], ...factsOfId(id)];
}

function factsOfId(id: string): Fact[] {
  return [
    ['Идентификатор', <CopyValue key="id" value={id} what="идентификатор" />],
    ['Вопрос', <AskSupport key="ask" about={{ kind: 'payment', id }} />],
  ];
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

const looks = {
  pending: ['pending', ClockIcon],
  succeeded: ['success', CheckIcon],
  canceled: ['failure', CrossedIcon],
} as const;

export function PaymentRefunds({ payment }: { payment: PaymentDetails }) {
  return (
    <Card title="Возвраты">
      <ul className={classes.refunds}>
        {payment.refunds.map(({ id, amountMinor, status, reason, createdAt }) => {
          const [tone, Icon] = looks[status];
          return (
            <li key={id}>
              <span>
                <strong>{formatMoney({ amountMinor, currency: payment.currency })}</strong>
                <StatusMark tone={tone} icon={<Icon size={16} />}>
                  {refundStatusLabels[status]}
                </StatusMark>
              </span>
              <span>{reason}</span>
              <span className={classes.secondary}>
                <Moment at={createdAt} />
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

export function PaymentTimeline({ events }: { events: PaymentEvent[] }) {
  return (
    <ol className={classes.timeline}>
      {events.map((event) => {
        const { title, source, note } = describeEvent(event);
        return (
          <li key={event.id} data-status={event.status ?? undefined}>
            <strong>{title}</strong>
            {note && <p>{note}</p>}
            <span className={classes.secondary}>
              <Moment at={event.createdAt} /> · {source}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

export function BackToList() {
  const { to, search } = useLocation().state.cameFrom ?? { to: '/payments', search: {} };
  return (
    <LinkAnchor to={to} search={search}>
      ← {to === '/operations' ? 'Операции' : 'Платежи'}
    </LinkAnchor>
  );
}
