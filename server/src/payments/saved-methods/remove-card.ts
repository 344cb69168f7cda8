import { type Actor, recordAction } from '../../audit/record-action.ts';
import { notifyMembers } from '../../organizations/notify-members.ts';
import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import { recordEvent } from '../../platform/outbox/record-event.ts';
import { pauseWithoutCard } from '../auto-top-up/pause-without-card.ts';
import { cardRemoved } from './notifications.ts';
import { isCard, presentMethodV1, titleOf } from './saved-card.ts';
import { chooseDefault, findMethod, lockMethod, type MethodRow, markRemoved, selectMethodIdsOf } from './store.ts';

/** A person forgets a card. The provider has no such call: we stop using its id, and drop it. */
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
  await markRemoved(tx, id);
  await chooseDefault(tx, organizationId);
  announce(tx, { organizationId }, 'payments');
  if (isCard(method))
    recordEvent(tx, { type: 'payment_method.removed', organizationId, data: presentMethodV1(method) });
}
