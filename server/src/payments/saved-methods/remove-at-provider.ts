import type { Database } from '../../platform/db/database.ts';
import { scheduledKind } from '../../platform/jobs/queue.ts';
import { ProviderRefusal, type Providers, ProviderUnavailable } from '../providers/provider.ts';
import { deleteRemoval, leaseRemovals } from './removals-store.ts';

export const cardRemoval = scheduledKind('card-removal', { retryLimit: 0 });

const batchSize = 50;

/**
 * Has each provider remove the cards that were removed here, until it says that they are gone. A provider that keeps no
 * card that could be removed has nothing to be asked for.
 */
export async function removeAtProviders({ db, providers }: { db: Database; providers: Providers }): Promise<void> {
  for (;;) {
    const due = await leaseRemovals(db, batchSize);
    for (const { id, provider: name, providerMethodId } of due) {
      const provider = providers.byName.get(name);
      try {
        await provider?.removeMethod?.(providerMethodId);
      } catch (error) {
        if (error instanceof ProviderUnavailable || error instanceof ProviderRefusal) continue;
        throw error;
      }
      if (provider) await deleteRemoval(db, id);
    }
    if (due.length < batchSize) return;
  }
}
