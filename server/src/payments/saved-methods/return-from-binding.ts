import { Problem } from '../../platform/http/problem.ts';
import { type Limit, runWithinLimit } from '../../platform/throttling/throttle.ts';
import { ignoringProviderErrors } from '../providers/provider.ts';
import type { BindingContext } from './bind-card.ts';
import { settleBinding } from './settle-binding.ts';
import { findMethod } from './store.ts';

const returnsOfCard: Limit = { name: 'card-returns', hits: 6, windowSeconds: 60 };
const returnsFromNetwork: Limit = { name: 'card-returns-network', hits: 120, windowSeconds: 60 };

/** Asks the provider and returns the page to go to, which asks the server with its own session. */
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
