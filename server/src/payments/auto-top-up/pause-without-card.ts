import type { Transaction } from '../../platform/db/database.ts';
import { reportAttempt } from './report-attempt.ts';
import { lockRule, selectRulesOfCard, setPaused } from './store.ts';

/** Pauses the rule that charges a card which is about to go. Lock order: before the card. */
export async function pauseWithoutCard(tx: Transaction, paymentMethodId: string, card: string): Promise<void> {
  for (const organizationId of await selectRulesOfCard(tx, paymentMethodId)) {
    const rule = await lockRule(tx, organizationId);
    if (rule?.paymentMethodId !== paymentMethodId) continue;
    const reason = 'card_removed';
    await setPaused(tx, organizationId, { reason, hasCard: false });
    const nothing = { paymentId: null, amountMinor: null, nextAttemptAt: null };
    const { currency } = rule;
    await reportAttempt(tx, ['paused'], { organizationId, currency, paymentMethodId, card, reason, ...nothing });
  }
}
