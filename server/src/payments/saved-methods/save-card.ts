import { recordAction } from '../../audit/record-action.ts';
import { notifyMembers } from '../../organizations/notify-members.ts';
import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { recordEvent } from '../../platform/outbox/record-event.ts';
import type { SavedProviderMethod } from '../providers/provider.ts';
import { cardSaved } from './notifications.ts';
import { type CardRow, presentMethodV1, titleOf } from './saved-card.ts';
import { type CardCap, findMethod, lockSameCard, lockSaving, markRemoved, upsertSavedCard } from './store.ts';

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
