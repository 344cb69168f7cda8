import { defaultCardCaps } from '@kazna/contract/cabinet/payment-methods';
import { lockOpenOrganizationShared } from '../../organizations/reads.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { backoffAfter, ignoringProviderErrors, type ProviderMethod } from '../providers/provider.ts';
import { type BindingContext, cardBinding } from './bind-card.ts';
import { saveCard } from './save-card.ts';
import { unusableReason } from './saved-card.ts';
import { findMethod, findMethodByProviderId, lockMethod, markRemoved } from './store.ts';

export async function settleBinding(context: Pick<BindingContext, 'db' | 'providers'>, id: string): Promise<void> {
  const method = await findMethod(context.db, id);
  if (method?.status !== 'pending' || !method.providerMethodId) return;
  const provider = context.providers.byName.get(method.provider);
  if (provider?.getMethod) await recordBinding(context.db, id, await provider.getMethod(method.providerMethodId));
}

/** A notification only hints: the provider is asked. */
export async function settleBindingOf(
  context: Pick<BindingContext, 'db' | 'providers'>,
  provider: string,
  providerMethodId: string,
): Promise<void> {
  const method = await findMethodByProviderId(context.db, provider, providerMethodId);
  if (method) await settleBinding(context, method.id);
}

/** Polls until the card is saved or the time to enter it is over, of which the provider does not notify. */
export async function pollCardBinding(context: BindingContext, methodId: string, attempt: number): Promise<void> {
  await ignoringProviderErrors(settleBinding(context, methodId));
  const { db, queue, pollBackoffSeconds } = context;
  const method = await findMethod(db, methodId);
  if (method?.status !== 'pending') return;
  await db.transaction(async (tx) => {
    if (method.isGivenUp) return abandonBinding(tx, methodId);
    const delaySeconds = backoffAfter(pollBackoffSeconds, attempt);
    await queue.enqueue(tx, cardBinding, { methodId, attempt: attempt + 1 }, { delaySeconds });
  });
}

async function recordBinding(db: Database, id: string, { status, saved }: ProviderMethod): Promise<void> {
  if (status === 'pending') return;
  await db.transaction(async (tx) => {
    const found = await findMethod(tx, id);
    // Locked before the card, so that the saver's role stays as it is.
    const isOpen = found !== null && (await lockOpenOrganizationShared(tx, found.organizationId));
    const method = await lockMethod(tx, id);
    if (method?.status !== 'pending') return;
    // Whoever could not remove the card any more does not get it saved either.
    if (!saved || !isOpen || unusableReason(method)) return markRemoved(tx, id);
    const { organizationId, provider, savedById: savedBy } = method;
    const cap = method.cap ?? { amountMinor: defaultCardCaps.RUB, currency: 'RUB' };
    await saveCard(tx, { id, organizationId, provider, savedBy, cap, saved });
  });
}

async function abandonBinding(tx: Transaction, id: string): Promise<void> {
  const method = await lockMethod(tx, id);
  if (method?.status === 'pending') await markRemoved(tx, id);
}
