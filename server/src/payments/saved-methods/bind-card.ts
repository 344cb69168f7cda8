import { lockSharedWithPermission } from '../../organizations/locks.ts';
import type { Database } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import { jobKind, type Queue } from '../../platform/jobs/queue.ts';
import { type Limit, throttleAll } from '../../platform/throttling/throttle.ts';
import { type PaymentProvider, ProviderRefusal, type Providers, ProviderUnavailable } from '../providers/provider.ts';
import { type CardCap, insertPendingMethod, selectMethods, setProviderMethod } from './store.ts';

export const cardBinding = jobKind<{ methodId: string; attempt: number }>('card-binding');

export interface BindingContext {
  db: Database;
  queue: Queue;
  providers: Providers;
  publicUrl: string;
  /** Backoff between questions to the provider, in seconds. */
  pauses: number[];
}

const maxCards = 20;
/** Cards that are begun: whoever tests stolen cards is slowed down. */
const bindingsPerHour: Limit = { name: 'card-bindings', hits: 10, windowSeconds: 3600 };

/** Returns the provider's page where the person enters the card. Nothing is charged. */
export async function bindCard(
  context: BindingContext,
  { organizationId, userId, cap }: { organizationId: string; userId: string; cap: CardCap },
): Promise<string> {
  const { db, queue, providers, publicUrl, pauses } = context;
  const provider = providers.current;
  const id = uuidv7();
  await db.transaction(async (tx) => {
    await lockSharedWithPermission(tx, organizationId, userId, 'cards.manage');
    if ((await selectMethods(tx, organizationId)).length >= maxCards) throw new Problem('too_many_cards');
    await throttleAll(tx, [{ limit: bindingsPerHour, subject: organizationId }]);
    await insertPendingMethod(tx, { id, organizationId, provider: provider.name, savedBy: userId, cap });
    await queue.enqueue(tx, cardBinding, { methodId: id, attempt: 0 }, { delaySeconds: pauses[0] as number });
  });
  const { providerId, confirmationUrl } = await askForPage(provider, id, publicUrl);
  const isAwaited = await setProviderMethod(db, id, providerId);
  if (!isAwaited || !confirmationUrl) throw new Problem('provider_silent');
  return confirmationUrl;
}

async function askForPage(provider: PaymentProvider, methodId: string, publicUrl: string) {
  try {
    return await provider.createMethod({
      methodId,
      returnUrl: `${publicUrl}/api/payment-methods/${methodId}/return`,
    });
  } catch (error) {
    if (error instanceof ProviderUnavailable || error instanceof ProviderRefusal) throw new Problem('provider_silent');
    throw error;
  }
}
