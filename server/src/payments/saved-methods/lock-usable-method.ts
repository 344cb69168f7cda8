import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Providers } from '../providers/provider.ts';
import { unusableReason } from './saved-card.ts';
import { lockMethodShared, type MethodRow } from './store.ts';

export interface UsableMethod extends MethodRow {
  providerMethodId: string;
}

/** Locks a card about to be charged against removal. Its own provider charges it. Another organization's card answers as a missing one. */
export async function lockUsableMethod(
  tx: Transaction,
  { id, organizationId, providers }: { id: string; organizationId: string; providers: Providers },
): Promise<UsableMethod> {
  const method = await lockMethodShared(tx, id);
  const isSaved = method?.status === 'active' || method?.status === 'unusable';
  if (!method || !isSaved || method.organizationId !== organizationId) throw new Problem('not_found');
  const { providerMethodId, provider } = method;
  const isChargeable = !unusableReason(method) && providers.byName.has(provider);
  if (!isChargeable || !providerMethodId) throw new Problem('card_unusable');
  return { ...method, providerMethodId };
}
