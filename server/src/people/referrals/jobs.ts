import type { Database } from '../../platform/db/database.ts';
import { everyHour, type JobHandler, scheduledKind } from '../../platform/jobs/queue.ts';
import { creditBonuses } from './credit-bonuses.ts';

export const bonusCrediting = scheduledKind('bonus-crediting');

export function referralJobs(db: Database): JobHandler[] {
  return [everyHour(bonusCrediting, ({ signal }) => creditBonuses(db, { signal }))];
}
