import { defaultCardCaps } from '@kazna/contract/cabinet/payment-methods';
import { lockSharedWithPermission } from '../../organizations/locks.ts';
import { lockOpenOrganizationShared } from '../../organizations/reads.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import { jobKind, type Queue } from '../../platform/jobs/queue.ts';
import { type Limit, runWithinLimit, throttleAll } from '../../platform/throttling/throttle.ts';
import { chooseProvider } from '../providers/choices-store.ts';
import {
  backoffAfter,
  ignoringProviderErrors,
  type PaymentProvider,
  type ProviderMethod,
  type Providers,
} from '../providers/provider.ts';
import { saveCard } from './change-cards.ts';
import { insertRemoval } from './removals-store.ts';
import {
  type CardCap,
  findMethod,
  findMethodByProviderId,
  insertPendingMethod,
  lockMethod,
  markRemoved,
  selectMethods,
  setProviderMethod,
  unusableReason,
} from './store.ts';

export const cardBinding = jobKind<{ methodId: string; attempt: number }>('card-binding');

export interface BindingContext {
  db: Database;
  queue: Queue;
  providers: Providers;
  publicUrl: string;
  pollBackoffSeconds: number[];
}

const maxCards = 20;
/** Bindings begun: slows down the testing of stolen cards. */
const bindingsPerHour: Limit = { name: 'card-bindings', hits: 10, windowSeconds: 3600 };

/** Returns the provider's page where the person enters the card. Nothing is charged. */
export async function bindCard(
  context: BindingContext,
  { organizationId, userId, cap }: { organizationId: string; userId: string; cap: CardCap },
): Promise<string> {
  const { db, queue, publicUrl, pollBackoffSeconds } = context;
  const provider = await binderOf(db, context.providers);
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

/** The provider that takes new payments by card, or else another that saves cards without one; undefined where none does. */
async function binderOf(db: Database, providers: Providers) {
  const chosen = await chooseProvider(db, providers, { method: 'card', currency: 'RUB', amountMinor: 100 });
  return [chosen, ...providers.byName.values()].find(
    (provider): provider is PaymentProvider & Required<Pick<PaymentProvider, 'createMethod'>> =>
      provider.createMethod !== undefined,
  );
}

async function settleBinding(context: Pick<BindingContext, 'db' | 'providers'>, id: string): Promise<void> {
  const method = await findMethod(context.db, id);
  if (method?.status !== 'pending' || !method.providerMethodId) return;
  const provider = context.providers.byName.get(method.provider);
  if (provider?.getMethod) await recordBinding(context.db, id, await provider.getMethod(method.providerMethodId));
}

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
    if (method.isOverdue) return abandonBinding(tx, methodId);
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
    // A saver without the permission to remove the card does not get it saved either.
    if (!saved || !isOpen || unusableReason(method)) {
      if (saved) await insertRemoval(tx, { provider: method.provider, providerMethodId: saved.providerId });
      return markRemoved(tx, id);
    }
    const { organizationId, provider, savedById: savedBy } = method;
    const cap = method.cap ?? { amountMinor: defaultCardCaps.RUB, currency: 'RUB' };
    await saveCard(tx, { id, organizationId, provider, savedBy, cap, saved });
  });
}

async function abandonBinding(tx: Transaction, id: string): Promise<void> {
  const method = await lockMethod(tx, id);
  if (method?.status === 'pending') await markRemoved(tx, id);
}

const returnsOfCard: Limit = { name: 'card-returns', hits: 6, windowSeconds: 60 };
const returnsFromNetwork: Limit = { name: 'card-returns-network', hits: 120, windowSeconds: 60 };

/** Polls the provider and returns the page to go to, which asks the server with its own session. */
export async function returnFromBinding(
  context: Pick<BindingContext, 'db' | 'providers'>,
  methodId: string,
  network: string,
): Promise<string> {
  const { db } = context;
  const method = await findMethod(db, methodId);
  if (!method) throw new Problem('not_found');
  const ask = async () => void (await ignoringProviderErrors(settleBinding(context, methodId)));
  await runWithinLimit(db, returnsFromNetwork, [network], () => runWithinLimit(db, returnsOfCard, [methodId], ask));
  return `/organization/${method.organizationId}?tab=cards`;
}
