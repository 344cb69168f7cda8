import type { AutoTopUp, AutoTopUpForm, AutoTopUpRule } from '@kazna/contract/cabinet/auto-top-up';
import { type Actor, recordAction } from '../../audit/actions-store.ts';
import { watchBalance } from '../../money/ledger/balance-settings-store.ts';
import { notifyMembers } from '../../organizations/notify-members.ts';
import { announce } from '../../platform/db/announce.ts';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Providers } from '../providers/provider.ts';
import { cardPermissionAsked } from '../saved-methods/notifications.ts';
import { lockUsableMethod, setCap, titleOf } from '../saved-methods/store.ts';
import { autoTopUpChanged } from './notifications.ts';
import { deleteRule, findRule, lockRule, type RuleRow, selectAttempts, selectPast, upsertRule } from './store.ts';

/**
 * Sets the rule, or resumes a paused one: whoever sends it has seen why it paused. An attempt under way goes on, and no
 * other begins before it ends. With another's card it waits until its saver sends the same terms. Lock order: rule, card,
 * ledger accounts.
 */
export async function setRule(
  tx: Transaction,
  actor: Actor,
  { organizationId, providers, form }: { organizationId: string; providers: Providers; form: AutoTopUpForm },
): Promise<void> {
  const earlier = await lockRule(tx, organizationId);
  const { paymentMethodId: id, currency } = form;
  const card = await lockUsableMethod(tx, { id, organizationId, providers, currency });
  const isSaver = card.savedById === actor.id;
  const isConsented = isSaver || (earlier?.isConsented === true && isSameRule(earlier, form));
  if (isSaver) await setCap(tx, card.id, { amountMinor: form.monthlyCapMinor, currency: form.currency });
  await upsertRule(tx, organizationId, form, { setBy: actor.id, isConsented });
  if (earlier && earlier.currency !== form.currency) await watchBalance(tx, { ...earlier, belowMinor: null });
  await watchBalance(tx, { organizationId, currency: form.currency, belowMinor: form.thresholdMinor });
  const { paymentMethodId: _, ...terms } = form;
  await publishRuleChange(tx, actor, organizationId, { ...terms, isOn: true, card: titleOf(card) });
  if (isConsented) return;
  const asked = { payerId: card.savedById, actorId: actor.id, card: titleOf(card), isRule: true };
  const details = { ...asked, amountMinor: form.monthlyCapMinor, currency: form.currency };
  await notifyMembers(tx, cardPermissionAsked, { organizationId, sourceId: uuidv7(), details });
}

/** Whoever resumes what the saver agreed to asks for nothing new. */
function isSameRule(rule: RuleRow, form: AutoTopUpForm): boolean {
  const names = ['thresholdMinor', 'targetMinor', 'monthlyCapMinor', 'currency', 'paymentMethodId'] as const;
  return names.every((name) => rule[name] === form[name]);
}

/** An attempt under way still comes to its end: the bank may be charging the card this moment. */
export async function removeRule(tx: Transaction, actor: Actor, organizationId: string): Promise<void> {
  const rule = await lockRule(tx, organizationId);
  if (!rule) throw new Problem('not_found');
  await deleteRule(tx, organizationId);
  await watchBalance(tx, { ...rule, belowMinor: null });
  const { thresholdMinor, targetMinor, monthlyCapMinor, currency } = rule;
  const terms = { thresholdMinor, targetMinor, monthlyCapMinor, currency };
  await publishRuleChange(tx, actor, organizationId, { ...terms, isOn: false, card: null });
}

/** A closed organization has no rule, and no members to notify. */
export async function dropRule(tx: Transaction, organizationId: string): Promise<void> {
  const rule = await lockRule(tx, organizationId);
  if (!rule) return;
  await deleteRule(tx, organizationId);
  await watchBalance(tx, { ...rule, belowMinor: null });
}

type Terms = Omit<AutoTopUpForm, 'paymentMethodId'> & { isOn: boolean; card: string | null };

async function publishRuleChange(tx: Transaction, actor: Actor, organizationId: string, terms: Terms): Promise<void> {
  announce(tx, { organizationId }, 'payments');
  const action = terms.isOn ? 'auto_top_up.set' : 'auto_top_up.removed';
  await recordAction(tx, actor, { organizationId, action, ...(terms.card && { details: { card: terms.card } }) });
  const details = { ...terms, actorId: actor.id };
  await notifyMembers(tx, autoTopUpChanged, { organizationId, sourceId: uuidv7(), details });
}

export async function describeRule(db: Queries, organizationId: string): Promise<AutoTopUp> {
  const row = await findRule(db, organizationId);
  const attempts = await selectAttempts(db, organizationId);
  if (!row) return { rule: null, attempts };
  const { spentMinor } = await selectPast(db, organizationId, row.currency);
  return { rule: { ...presentRule(row), spentMinor }, attempts };
}

function presentRule(row: RuleRow): Omit<AutoTopUpRule, 'spentMinor'> {
  const { thresholdMinor, targetMinor, monthlyCapMinor, currency, paymentMethodId, status, reason } = row;
  // The minute after a success is not shown as waiting.
  const isWaiting = status === 'active' && !row.isDue && reason !== null;
  return {
    ...{ thresholdMinor, targetMinor, monthlyCapMinor, currency, paymentMethodId },
    state: status === 'paused' ? 'paused' : isWaiting ? 'waiting' : 'active',
    reason: status === 'paused' || isWaiting ? reason : null,
    nextAttemptAt: isWaiting ? row.nextAttemptAt : null,
  };
}
