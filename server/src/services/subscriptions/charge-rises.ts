import { notifyMembersIn } from '../../notifications/notifications-store.ts';
import { directory } from '../../organizations/reads.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { discountOf, setupAfterTrial } from './charge-lines.ts';
import { chargeRises } from './notifications.ts';
import { nextChargeOf } from './present.ts';
import { switched } from './resume-parts.ts';
import type { SubscriptionRow } from './subscriptions-store.ts';

interface Rise {
  reason: 'trial' | 'discount';
  amountMinor: number;
  /** What the period before cost. */
  beforeMinor: number;
  /** What of it is charged for connecting. */
  setupMinor: number;
}

/**
 * Why the next charge is more than the last one without anybody having changed anything: who agreed to it weeks or months
 * ago has to know. Null where it is not, and where another tariff was chosen.
 */
export function riseOf(row: SubscriptionRow): Rise | null {
  const next = nextChargeOf(row);
  if (!next || next.amountMinor === 0) return null;
  const { amountMinor } = next;
  if (row.status === 'trial') {
    const setupMinor = setupAfterTrial(row).reduce((sum, { line }) => sum + line.amountMinor, 0);
    return { reason: 'trial', amountMinor, beforeMinor: 0, setupMinor };
  }
  const { covering, version, chargedTo } = row;
  const later = switched(row, chargedTo);
  // Also where a smaller one is left, or staff ended it.
  const isOver = covering?.discountId && discountOf(later)?.id !== covering.discountId;
  if (!isOver || later.version.tariffId !== version.tariffId || amountMinor <= covering.periodMinor) return null;
  return { reason: 'discount', amountMinor, beforeMinor: covering.periodMinor, setupMinor: 0 };
}

export async function notifyOfRises(tx: Transaction, rows: SubscriptionRow[]): Promise<void> {
  const notices = rows.flatMap((row) => {
    const { organizationId, serviceName, tariffName, version, chargedTo } = row;
    const rise = riseOf(row);
    const days = { on: chargedTo, graceTo: chargedTo };
    const details = rise && { ...rise, ...days, serviceName, tariffName, currency: version.terms.currency };
    return details ? [{ organizationId, sourceId: uuidv7(), details }] : [];
  });
  await notifyMembersIn(directory, tx, chargeRises, notices);
}
