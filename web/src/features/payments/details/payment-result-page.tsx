import { isDeclineReason, paymentLabel, reasonText } from '@kazna/contract/cabinet/payment-labels';
import type { PaymentDetails } from '@kazna/contract/cabinet/payments';
import { formatMoney } from '@kazna/contract/shared/money';
import { organizationRoleCan } from '@kazna/contract/shared/permissions';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useInvoiceOffer } from '../../../parts/paying/invoice-offer.tsx';
import { activeMembership, profileQuery } from '../../../queries/profile.ts';
import { LinkButton } from '../../../ui/links.tsx';
import { Page, QueryFailure } from '../../../ui/page.tsx';
import { connectionText, lossText, stateText } from './payment-texts.ts';
import { ResultFacts, ResultSkeleton, ResultView } from './result-view.tsx';
import { repeatSearch, UnknownPayment, usePayment } from './use-payment.tsx';

/** Serves both result URLs: the URL is not trusted for the outcome. */
export function PaymentResultPage({ paymentId }: { paymentId: string | undefined }) {
  return paymentId ? <FollowedResult id={paymentId} /> : <UnknownPayment />;
}

function FollowedResult({ id }: { id: string }) {
  const { payment, error, isUnknown, refetch } = usePayment(id);
  if (isUnknown) return <UnknownPayment />;
  if (error && !payment) {
    return (
      <Page title="Итог оплаты">
        <QueryFailure what="Не удалось узнать, что с платежом" error={error} onRetry={refetch} />
      </Page>
    );
  }
  return payment ? <Result payment={payment} /> : <ResultSkeleton />;
}

/** Replaces the URL once the server knows the outcome. */
function useResultUrl({ id: paymentId, status, amountMinor, currency, reason }: PaymentDetails): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (status === 'succeeded') {
      const search = { paymentId, amount: String(amountMinor), currency };
      void navigate({ to: '/payments/success', search, replace: true, resetScroll: false });
    }
    if (status === 'canceled' || status === 'expired') {
      const search = { paymentId, error: reason ?? status, errorDescription: reasonText(reason) };
      void navigate({ to: '/payments/error', search, replace: true, resetScroll: false });
    }
  }, [navigate, paymentId, status, amountMinor, currency, reason]);
}

function Result({ payment }: { payment: PaymentDetails }) {
  const { id, status } = payment;
  useResultUrl(payment);
  const amount = formatMoney(payment);
  const details = (
    <LinkButton to="/payments/$id" params={{ id }} variant="subtle">
      Открыть платёж
    </LinkButton>
  );
  if (status === 'succeeded') {
    return (
      <ResultView
        tone="success"
        title="Оплата прошла"
        amount={amount}
        text={connectionText(payment) ?? stateText(payment)}
        facts={<ResultFacts payment={payment} />}
      >
        <NextStep payment={payment} />
        {details}
      </ResultView>
    );
  }
  if (status === 'pending') {
    return (
      <ResultView
        tone="pending"
        title="Проверяем оплату"
        amount={amount}
        text={[connectionText(payment), 'Обычно это занимает меньше минуты. Страница обновится сама.']
          .filter(Boolean)
          .join(' ')}
      >
        <LinkButton to="/payments">К платежам</LinkButton>
        {details}
      </ResultView>
    );
  }
  if (status === 'review') {
    return (
      <ResultView tone="pending" title="Платёж на проверке" amount={amount} text={stateText(payment)}>
        <LinkButton to="/info/contacts">Написать в поддержку</LinkButton>
        {details}
      </ResultView>
    );
  }
  return (
    <ResultView
      tone="failure"
      title={failureTitle(payment)}
      amount={amount}
      text={stateText(payment)}
      loss={lossText(payment)}
    >
      {payment.connecting ? (
        <LinkButton
          to="/services/connect/$tariffId"
          params={{ tariffId: payment.connecting.tariffId }}
          variant="filled"
        >
          Попробовать ещё раз
        </LinkButton>
      ) : (
        <LinkButton to="/payments/create" search={repeatSearch(payment)} variant="filled">
          Попробовать ещё раз
        </LinkButton>
      )}
      <OtherWay payment={payment} />
      {details}
    </ResultView>
  );
}

/**
 * To the service that was paid for, to the catalogue where it could not be connected, to the rule that a card just saved
 * may top up by, else to the payments.
 */
function NextStep({ payment: { connecting, offersAutoTopUp } }: { payment: PaymentDetails }) {
  const { data: profile } = useQuery(profileQuery());
  const organization = activeMembership(profile);
  if (connecting?.subscriptionId) {
    return (
      <LinkButton to="/services/$id" params={{ id: connecting.subscriptionId }} variant="filled">
        Открыть услугу
      </LinkButton>
    );
  }
  if (connecting) {
    return (
      <LinkButton to="/services" variant="filled">
        К услугам
      </LinkButton>
    );
  }
  return offersAutoTopUp && organization && organizationRoleCan(organization.role, 'cards.manage') ? (
    <LinkButton
      to="/organization/$id"
      params={{ id: organization.organizationId }}
      search={{ tab: 'cards' }}
      variant="filled"
    >
      Настроить автопополнение
    </LinkButton>
  ) : (
    <LinkButton to="/payments" variant="filled">
      К платежам
    </LinkButton>
  );
}

/** The same card often fails again: СБП after a card, for companies an invoice after СБП. */
function OtherWay({ payment }: { payment: PaymentDetails }) {
  const { status, reason, method, currency, connecting } = payment;
  const isDeclined = status === 'canceled' && isDeclineReason(reason) && !connecting && currency === 'RUB';
  const { isOffered, obstacle } = useInvoiceOffer(isDeclined && method === 'sbp');
  if (!isDeclined || (method === 'sbp' && (!isOffered || obstacle))) return null;
  const other = method === 'sbp' ? 'invoice' : 'sbp';
  return (
    <LinkButton to="/payments/create" search={{ ...repeatSearch(payment), method: other }}>
      {other === 'invoice' ? 'Получить счёт' : 'Оплатить по СБП'}
    </LinkButton>
  );
}

/** Returns the status label as a sentence: «Платёж не прошёл». */
function failureTitle(payment: PaymentDetails): string {
  const label = paymentLabel(payment);
  return payment.status === 'expired' ? label : `Платёж ${label.toLowerCase()}`;
}
