import { setLowThreshold } from '../../money/ledger/low-balance/set-low-threshold.ts';
import { watchBalance } from '../../money/ledger/watch-balance.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { dayBefore, hourMs } from '../calendar.ts';
import { insertAction } from '../store.ts';
import { actionOf, type DemoPerson } from '../team.ts';
import { insertCard, insertMute, insertRule } from './store.ts';

export interface DemoCardholders {
  owner: DemoPerson;
  accountant: DemoPerson;
  now: number;
}

const card = { last4: '4477', brand: 'Mir', title: 'Мир ·· 4477' };
const terms = { thresholdMinor: 20_000_00, targetMinor: 100_000_00, monthlyCapMinor: 500_000_00 };

/**
 * A card that has expired and the rule that it paused. The sandbox of the payment provider knows no cards of the demo,
 * so that one which could be charged would only be refused; whoever looks around saves another and resumes the rule.
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
