import { getReferrals } from '@kazna/contract/cabinet/referrals';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import type { ReferralRules } from './bonuses.ts';
import { getReferralCounts, selectBonuses } from './store.ts';

export function referralRoutes(api: Api, db: Database, { percent, capMinor, delayDays }: ReferralRules): void {
  api.on(getReferrals, async ({ caller: { userId } }) => ({
    percent,
    capMinor,
    holdDays: delayDays,
    ...(await getReferralCounts(db, userId)),
    earned: await selectBonuses(db, userId, { isCredited: true }),
    held: await selectBonuses(db, userId, { isCredited: false }),
  }));
}
