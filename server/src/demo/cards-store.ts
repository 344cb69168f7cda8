import { setLowThreshold, watchBalance } from '../money/ledger/balance-settings-store.ts';
import type { Transaction } from '../platform/db/database.ts';
import type { Queries } from '../platform/db/queries.ts';
import { sql } from '../platform/db/sql.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { dayBefore, hourMs } from './calendar.ts';
import { insertMute } from './notifications-store.ts';
import { insertAction } from './store.ts';
import { actionOf, type DemoPerson } from './team.ts';

export interface DemoCardholders {
  owner: DemoPerson;
  accountant: DemoPerson;
  now: number;
}

const card = { last4: '4477', brand: 'Mir', title: 'Мир ·· 4477' };
const terms = { thresholdMinor: 20_000_00, targetMinor: 100_000_00, monthlyCapMinor: 500_000_00 };

/**
 * A card that has expired and the rule that it paused. The sandbox of the payment provider knows no cards of the demo,
 * so that one which could be charged would only be refused; visitors save another and resume the rule.
 */
export async function insertCardAndRule(
  tx: Transaction,
  organizationId: string,
  { owner, accountant, now }: DemoCardholders,
): Promise<void> {
  const savedAt = new Date(dayBefore(now, 80).startMs + 12 * hourMs);
  const setAt = savedAt.getTime() + hourMs;
  const expired = new Date(now);
  expired.setUTCMonth(expired.getUTCMonth() - 1, 1);
  const expiry = { month: expired.getUTCMonth() + 1, year: expired.getUTCFullYear() };
  const id = uuidv7(savedAt.getTime());
  await insertCard(tx, { id, organizationId, savedBy: accountant.id, savedAt, expiry, ...card });
  await insertRule(tx, { organizationId, cardId: id, setBy: owner.id, setAt: new Date(setAt), ...terms });
  await watchBalance(tx, { organizationId, currency: 'RUB', belowMinor: terms.thresholdMinor });
  await setLowThreshold(tx, { organizationId, currency: 'RUB' }, 2 * terms.thresholdMinor);
  const details = { card: card.title };
  for (const entry of [
    actionOf(accountant, savedAt.getTime(), 'card.saved', { details }),
    actionOf(owner, setAt, 'auto_top_up.set', { details }),
  ])
    await insertAction(tx, organizationId, entry);
  await insertMute(tx, organizationId, accountant, 'members');
}

interface DemoCard {
  id: string;
  organizationId: string;
  savedBy: string;
  savedAt: Date;
  brand: string;
  last4: string;
  expiry: { month: number; year: number };
}

/** Expired. */
async function insertCard(db: Queries, card: DemoCard): Promise<void> {
  const { id, organizationId, savedBy, savedAt, brand, last4, expiry } = card;
  await db.query(sql`
    insert into payment_methods (id, organization_id, provider, provider_method_id, status, reason, card_type, card_last4,
      expiry_month, expiry_year, is_default, saved_by, created_at, saved_at, cap_minor, cap_currency)
    values (${id}, ${organizationId}, 'demo', ${id}, 'unusable', 'card_expired', ${brand}, ${last4}, ${expiry.month},
      ${expiry.year}, true, ${savedBy}, ${savedAt}, ${savedAt}, 5000000, 'RUB')`);
}

interface DemoRule {
  organizationId: string;
  cardId: string;
  setBy: string;
  setAt: Date;
  thresholdMinor: number;
  targetMinor: number;
  monthlyCapMinor: number;
}

/** Paused by the expired card. */
async function insertRule(db: Queries, rule: DemoRule): Promise<void> {
  const { organizationId, cardId, setBy, setAt, thresholdMinor, targetMinor, monthlyCapMinor } = rule;
  await db.query(sql`
    insert into auto_top_ups (organization_id, currency, threshold_minor, target_minor, monthly_cap_minor,
      payment_method_id, status, reason, declines, set_by, updated_at)
    values (${organizationId}, 'RUB', ${thresholdMinor}, ${targetMinor}, ${monthlyCapMinor}, ${cardId}, 'paused',
      'card_expired', 1, ${setBy}, ${setAt})`);
}
