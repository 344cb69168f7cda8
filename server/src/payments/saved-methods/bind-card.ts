import { lockSharedWithPermission } from '../../organizations/lock-shared-with-permission.ts';
import type { Database } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import { jobKind, type Queue } from '../../platform/jobs/queue.ts';
import { type Limit, throttleAll } from '../../platform/throttling/throttle.ts';
import { backoffAfter, ignoringProviderErrors, type PaymentProvider, type Providers } from '../providers/provider.ts';
import { type CardCap, insertPendingMethod, selectMethods, setProviderMethod } from './store.ts';

export const cardBinding = jobKind<{ methodId: string; attempt: number }>('card-binding');

export interface BindingContext {
  db: Database;
  queue: Queue;
  providers: Providers;
  publicUrl: string;
  pollBackoffSeconds: number[];
}

const maxCards = 20;
/** Cards that are begun: whoever tests stolen cards is slowed down. */
const bindingsPerHour: Limit = { name: 'card-bindings', hits: 10, windowSeconds: 3600 };

/** Returns the provider's page where the person enters the card. Nothing is charged. */
export async function bindCard(
  context: BindingContext,
  { organizationId, userId, cap }: { organizationId: string; userId: string; cap: CardCap },
): Promise<string> {
  const { db, queue, publicUrl, pollBackoffSeconds } = context;
  const provider = binderOf(context.providers);
  if (!provider) throw new Problem('provider_silent');
  const id = uuidv7();
  const delaySeconds = backoffAfter(pollBackoffSeconds, 0);
  await db.transaction(async (tx) => {
    await lockSharedWithPermission(tx, organizationId, userId, 'cards.manage');
    if ((await selectMethods(tx, organizationId)).length >= maxCards) throw new Problem('too_many_cards');
    await throttleAll(tx, [{ limit: bindingsPerHour, subject: organizationId }]);
    await insertPendingMethod(tx, { id, organizationId, provider: provider.name, savedBy: userId, cap });
    await queue.enqueue(tx, cardBinding, { methodId: id, attempt: 0 }, { delaySeconds });
  });
  const returnUrl = `${publicUrl}/api/payment-methods/${id}/return`;
  const method = await ignoringProviderErrors(provider.createMethod({ methodId: id, returnUrl }));
  const isAwaited = method !== null && (await setProviderMethod(db, id, method.providerId));
  if (!isAwaited || !method.confirmationUrl) throw new Problem('provider_silent');
  return method.confirmationUrl;
}

/** The provider that takes new payments, or else another that saves cards without one; undefined where none does. */
function binderOf(providers: Providers) {
  return [providers.default, ...providers.byName.values()].find(
    (provider): provider is PaymentProvider & Required<Pick<PaymentProvider, 'createMethod'>> =>
      provider.createMethod !== undefined,
  );
}
