import { getReferrals } from '@kazna/contract/profile-referrals';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';

export function referralsQuery() {
  return queryOptions({ queryKey: ['referrals'], queryFn: () => call(getReferrals) });
}
