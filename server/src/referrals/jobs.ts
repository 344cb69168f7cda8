import type { Database } from '../db/database.ts';
import { everyHour, type JobHandler, jobKind } from '../jobs/queue.ts';
import { creditBonuses } from './credit-bonuses.ts';

export const bonusCrediting = jobKind<object>('bonus-crediting');

export function referralJobs(db: Database): JobHandler[] {
  return [everyHour(bonusCrediting, () => creditBonuses(db))];
}
