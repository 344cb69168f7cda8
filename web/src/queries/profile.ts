import { getProfile, type Profile } from '@kazna/contract/cabinet/profile';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';

export function profileQuery() {
  return queryOptions({ queryKey: ['profile'], queryFn: () => call(getProfile) });
}

export function referralLinkOf({ referralCode }: Pick<Profile, 'referralCode'>): string {
  return `${location.origin}/auth/?${new URLSearchParams({ mode: 'register', referrerCode: referralCode })}`;
}
