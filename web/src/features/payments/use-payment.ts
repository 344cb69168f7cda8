import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { statusOf } from '../../api/request.ts';
import { paymentQuery, refreshMoney } from './queries.ts';

/** A payment followed until it is settled; the balance and the lists are asked for anew when it has changed. */
export function usePayment(id: string) {
  const { data: payment, error, refetch } = useQuery(paymentQuery(id));
  const state = payment && `${payment.status} ${payment.refundedMinor} ${payment.isRefunding}`;
  const seen = useRef(state);
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== state) refreshMoney();
    seen.current = state;
  }, [state]);
  // Another organization's payment answers as a missing one; a text that is no number at all is refused.
  const isUnknown = [400, 404].includes(statusOf(error) ?? 0);
  return { payment, error, isUnknown, refetch: () => void refetch() };
}
