import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { statusOf } from '../../api/request.ts';
import { paymentQuery, refreshMoney } from './queries.ts';

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
