import { getReferrals } from '@kazna/contract/cabinet/referrals';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';

export function referralsQuery() {
  return queryOptions({ queryKey: ['referrals'], queryFn: () => call(getReferrals) });
}
