import type { Money } from '@kazna/contract/shared/money';
import { notifyMembers } from '../../organizations/notify-members.ts';
import type { Database } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { type Limit, runWithinLimit } from '../../platform/throttling/throttle.ts';
import { cardPermissionAsked } from './notifications.ts';
import { titleOf } from './saved-card.ts';
import { findMethod } from './store.ts';

const requestsPerCard: Limit = { name: 'card-permission-requests', hits: 5, windowSeconds: 3600 };

interface WantedPayment {
  organizationId: string;
  userId: string;
  form: Money & { paymentMethodId?: string | undefined };
}

/** Asks whoever saved the card for a payment by it: they make it themselves, or leave it. */
export async function askSaver(
  { db }: { db: Database },
  { organizationId, userId, form }: WantedPayment,
): Promise<void> {
  const { amountMinor, currency, paymentMethodId: cardId } = form;
  const card = cardId ? await findMethod(db, cardId) : null;
  if (card?.organizationId !== organizationId) return;
  const asked = { payerId: card.savedById, actorId: userId, card: titleOf(card), isRule: false };
  const details = { ...asked, amountMinor, currency };
  await db.transaction((tx) =>
    runWithinLimit(tx, requestsPerCard, [card.id], () =>
      notifyMembers(tx, cardPermissionAsked, { organizationId, sourceId: uuidv7(), details }),
    ),
  );
}
