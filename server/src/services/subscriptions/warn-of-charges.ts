import { readAvailableOf } from '../../money/ledger/resume-watch-store.ts';
import { notifyMembersIn } from '../../notifications/notifications-store.ts';
import { directory } from '../../organizations/reads.ts';
import { askForTopUps } from '../../payments/auto-top-up/needs-store.ts';
import { businessNow } from '../../platform/db/business-now.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { readAccrued } from '../usage/accrued.ts';
import { notifyOfRises, riseOf } from './charge-rises.ts';
import { selectChargeable } from './due-store.ts';
import { chargeExpected } from './notifications.ts';
import { nextChargeOf } from './present.ts';
import type { SubscriptionRow } from './subscriptions-store.ts';

/**
 * Notifies of charges that the balance will not cover together with all that are charged until then, and has automatic
 * top-up look at them; of the others, of those that rise. Once a charge: its subscription is marked as warned with it.
 */
export async function warnOfCharges(tx: Transaction, zone: string, warned: SubscriptionRow[]): Promise<void> {
  const organizationIds = [...new Set(warned.map(({ organizationId }) => organizationId))];
  const available = await readAvailableOf(tx, organizationIds);
  const chargeable = await selectChargeable(tx, organizationIds);
  const accrued = await readAccrued(tx, { zone, now: await businessNow(tx) }, chargeable);
  const byBalance = Map.groupBy(chargeable, balanceOf);
  const short = warned.flatMap((row) => {
    const next = nextChargeOf(row);
    const rows = byBalance.get(balanceOf(row)) ?? [];
    const usedMinor = rows.reduce((sum, { id }) => sum + (accrued.get(id)?.amountMinor ?? 0), 0);
    const amountMinor = usedMinor + dueUntil(rows, row.chargedTo);
    return next && amountMinor > (available.get(balanceOf(row)) ?? 0) ? [{ row, next, amountMinor }] : [];
  });
  await notifyOfRises(
    tx,
    warned.filter((row) => !short.some((one) => one.row.id === row.id)),
  );
  const toppedUp = await askForTopUps(tx, [...new Set(short.map(({ row }) => row.organizationId))]);
  const notices = short.map(({ row, next, amountMinor }) => {
    const { organizationId, serviceName, tariffName, version, chargedTo } = row;
    const days = { on: chargedTo, graceTo: chargedTo };
    const money = { amountMinor, ownMinor: next.amountMinor, currency: version.terms.currency };
    const known = { hasAutoTopUp: toppedUp.has(organizationId), reason: riseOf(row)?.reason ?? null };
    const details = { serviceName, tariffName, ...days, ...money, ...known };
    return { organizationId, sourceId: uuidv7(), details };
  });
  await notifyMembersIn(directory, tx, chargeExpected, notices);
}

const balanceOf = ({ organizationId, version }: SubscriptionRow) => `${organizationId} ${version.terms.currency}`;

function dueUntil(rows: SubscriptionRow[], day: string): number {
  return rows.reduce((sum, row) => {
    const next = nextChargeOf(row);
    return next && next.on <= day ? sum + next.amountMinor : sum;
  }, 0);
}
