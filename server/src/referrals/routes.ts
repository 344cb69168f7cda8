import { getReferrals } from '@kazna/contract/profile-referrals';
import type { Database } from '../db/database.ts';
import type { Api } from '../http/api.ts';
import type { ReferralRules } from './reward-referrer.ts';
import { getReferralCounts, selectEarned } from './store.ts';

export function referralRoutes(api: Api, db: Database, { percent, capMinor }: ReferralRules): void {
  api.on(getReferrals, async ({ caller }) => ({
    percent,
    capMinor,
    ...(await getReferralCounts(db, caller.userId)),
    earned: await selectEarned(db, caller.userId),
  }));
}
