import type { AutoTopUp, AutoTopUpRule } from '@kazna/contract/cabinet/auto-top-up';
import type { Queries } from '../../platform/db/database.ts';
import { findRule, type RuleRow, selectAttempts, selectPast } from './store.ts';

export async function describeRule(db: Queries, organizationId: string): Promise<AutoTopUp> {
  const row = await findRule(db, organizationId);
  const attempts = await selectAttempts(db, organizationId);
  if (!row) return { rule: null, attempts };
  const { spentMinor } = await selectPast(db, organizationId, row.currency);
  return { rule: { ...presentRule(row), spentMinor }, attempts };
}

function presentRule(row: RuleRow): Omit<AutoTopUpRule, 'spentMinor'> {
  const { thresholdMinor, targetMinor, monthlyCapMinor, currency, paymentMethodId, status, reason } = row;
  // The minute after a success is no news.
  const isWaiting = status === 'active' && !row.isDue && reason !== null;
  return {
    ...{ thresholdMinor, targetMinor, monthlyCapMinor, currency, paymentMethodId },
    state: status === 'paused' ? 'paused' : isWaiting ? 'waiting' : 'active',
    reason: status === 'paused' || isWaiting ? reason : null,
    nextAttemptAt: isWaiting ? row.nextAttemptAt : null,
  };
}
