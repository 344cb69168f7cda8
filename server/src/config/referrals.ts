import { integer, type Read } from './environment.ts';

export interface ReferralConfig {
  percent: number;
  capMinor: number;
  delayDays: number;
}

export function referralConfig(read: Read): ReferralConfig {
  return {
    percent: read('REFERRAL_PERCENT', 'a whole percentage from 0 to 100', integer(0, 100), 10),
    capMinor: read('REFERRAL_CAP', 'the most of one bonus, in kopecks', integer(0, 100_000_000), 100_000),
    delayDays: read('REFERRAL_HOLD_DAYS', 'days before a bonus is credited, from 0 to 365', integer(0, 365), 14),
  };
}
