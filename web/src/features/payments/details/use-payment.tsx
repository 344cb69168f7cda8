import type { Payment } from '@kazna/contract/cabinet/payments';
import { toDecimal } from '@kazna/contract/shared/money';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { statusOf } from '../../../api/request.ts';
import { paymentQuery, refreshMoney } from '../../../queries/payments.ts';
import { LinkButton } from '../../../ui/links.tsx';
import { ResultView } from './result-view.tsx';

/** Polls a payment until it is settled, and refetches balance and lists when it changes. */
export function usePayment(id: string) {
  const { data: payment, error, refetch } = useQuery(paymentQuery(id));
  const state = payment && `${payment.status} ${payment.refundedMinor} ${payment.isRefunding}`;
  const seen = useRef(state);
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== state) refreshMoney();
    seen.current = state;
  }, [state]);
  // Another organization's payment returns 404, an invalid id 400.
  const isUnknown = [400, 404].includes(statusOf(error) ?? 0);
  return { payment, error, isUnknown, refetch: () => void refetch() };
}

/** The same text for a missing payment and another organization's. */
export function UnknownPayment() {
  return (
    <ResultView
      tone="neutral"
      title="Платёж не найден"
      text="Такого платежа нет или он сделан в другой организации. Если вы состоите в нескольких, переключитесь на нужную."
    >
      <LinkButton to="/payments">К платежам</LinkButton>
      <LinkButton to="/" variant="default">
        На главную
      </LinkButton>
    </ResultView>
  );
}

export function repeatSearch({ amountMinor, currency, method, description }: Payment) {
  const amount = toDecimal({ amountMinor, currency }).replace(/\.00$/, '');
  return { amount, currency, method, description: description ?? undefined };
}
