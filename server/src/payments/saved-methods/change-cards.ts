import type { PaymentMethod } from '@kazna/contract/v1/events';
import { type Actor, recordAction } from '../../audit/actions-store.ts';
import { notifyMembers } from '../../organizations/notify-members.ts';
import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import { recordEvent } from '../../platform/outbox/record-event.ts';
import { policyOf } from '../auto-top-up/judge-decline.ts';
import { pauseWithoutCard } from '../auto-top-up/settle-attempt.ts';
import type { SavedProviderMethod } from '../providers/provider.ts';
import { cardRemoved, cardSaved } from './notifications.ts';
import { insertRemoval } from './removals-store.ts';
import {
  type CardCap,
  type CardRow,
  chooseDefault,
  findMethod,
  isCard,
  lockMethod,
  lockSameCard,
  lockSaving,
  type MethodRow,
  markRemoved,
  markUnusable,
  selectMethodIdsOf,
  setDefault,
  titleOf,
  upsertSavedCard,
} from './store.ts';

export interface SavedCard {
  /** The row that waits for the card, where it is saved without a payment. */
  id?: string;
  organizationId: string;
  provider: string;
  savedBy: string;
  /** Given with the consent to save it. */
  cap: CardCap;
  saved: SavedProviderMethod;
}

/**
 * Stores a card that the provider says is saved. The same card saved once more stays one card, which the new permission
 * makes usable again. Lock order: before ledger accounts.
 */
export async function saveCard(tx: Transaction, { id, saved, ...card }: SavedCard): Promise<void> {
  await lockSaving(tx, card.organizationId);
  const same = await lockSameCard(tx, card, saved.card);
  const methodId = same?.id ?? id ?? uuidv7();
  if (id && methodId !== id) await markRemoved(tx, id);
  if (same && same.providerMethodId !== saved.providerId) await insertRemoval(tx, same);
  await upsertSavedCard(tx, { id: methodId, ...card, card: saved.card, providerMethodId: saved.providerId });
  const method = (await findMethod(tx, methodId)) as CardRow;
  const { organizationId } = method;
  announce(tx, { organizationId }, 'payments');
  recordEvent(tx, { type: 'payment_method.saved', organizationId, data: presentMethodV1(method) });
  const title = titleOf(method);
  // The provider says so, long after the person's last call: there is no address.
  const actor = { id: card.savedBy, address: null };
  await recordAction(tx, actor, { organizationId, action: 'card.saved', details: { card: title } });
  const details = { card: title, actorId: card.savedBy };
  await notifyMembers(tx, cardSaved, { organizationId, sourceId: uuidv7(), details });
}

/** We delete the provider's id of the card at once, and have the provider remove it where it can. */
export async function removeCard(
  tx: Transaction,
  actor: Actor,
  { organizationId, methodId }: { organizationId: string; methodId: string },
): Promise<void> {
  const found = await findMethod(tx, methodId);
  if (found?.organizationId !== organizationId) throw new Problem('not_found');
  await pauseWithoutCard(tx, methodId, titleOf(found));
  const method = await lockMethod(tx, methodId);
  const isSaved = method?.status === 'active' || method?.status === 'unusable';
  if (!method || !isSaved) throw new Problem('not_found');
  await dropMethod(tx, method);
  const card = titleOf(method);
  await recordAction(tx, actor, { organizationId, action: 'card.removed', details: { card } });
  const details = { card, actorId: actor.id };
  await notifyMembers(tx, cardRemoved, { organizationId, sourceId: uuidv7(), details });
}

/** Drops the cards of a closed organization, or of a person who deletes the account, wherever they were saved. */
export async function dropCards(tx: Transaction, of: { organizationId: string } | { personId: string }): Promise<void> {
  for (const id of await selectMethodIdsOf(tx, of)) {
    const found = await findMethod(tx, id);
    if (found) await pauseWithoutCard(tx, id, titleOf(found));
    const method = await lockMethod(tx, id);
    if (method && method.status !== 'removed') await dropMethod(tx, method);
  }
}

async function dropMethod(tx: Transaction, method: MethodRow): Promise<void> {
  const { id, organizationId } = method;
  if (method.status !== 'pending') await insertRemoval(tx, method);
  await markRemoved(tx, id);
  await chooseDefault(tx, organizationId);
  announce(tx, { organizationId }, 'payments');
  if (isCard(method))
    recordEvent(tx, { type: 'payment_method.removed', organizationId, data: presentMethodV1(method) });
}

export async function chooseDefaultCard(tx: Transaction, organizationId: string, methodId: string): Promise<void> {
  const method = await lockMethod(tx, methodId);
  if (method?.status !== 'active' || method.organizationId !== organizationId) throw new Problem('not_found');
  await setDefault(tx, organizationId, methodId);
  announce(tx, { organizationId }, 'payments');
}

/** Stops offering a saved card that the bank has refused for good. */
export async function retireCard(
  tx: Transaction,
  { organizationId, paymentMethodId }: { organizationId: string; paymentMethodId: string | null },
  reason: string | null,
): Promise<void> {
  if (!paymentMethodId || !reason || policyOf(reason) !== 'card_gone') return;
  await markUnusable(tx, paymentMethodId, reason);
  announce(tx, { organizationId }, 'payments');
}

function presentMethodV1({ id, organizationId, brand, last4, expiryMonth, expiryYear }: CardRow): PaymentMethod {
  return { id, organizationId, type: 'card', brand, last4, expiryMonth, expiryYear };
}
