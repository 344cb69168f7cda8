import type { Queries } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { findChoice } from './choices-store.ts';
import { type PaymentProvider, type Providers, takes, type WantedPayment } from './provider.ts';

/** Who takes a new payment: whom staff chose for the method, unless it does not take such a payment and another does. */
export async function chooseProvider(
  db: Queries,
  providers: Providers,
  wanted: WantedPayment,
): Promise<PaymentProvider> {
  const { default: first, byName } = providers;
  const chosen = byName.size === 1 ? first : (byName.get((await findChoice(db, wanted.method)) ?? '') ?? first);
  const all = [chosen, ...byName.values()];
  // A sum that none takes by СБП is refused by the provider itself.
  const taking = all.find((one) => takes(one, wanted)) ?? all.find((one) => takes(one, { ...wanted, method: 'card' }));
  if (!taking) throw new Problem('currency_disabled');
  return taking;
}
