import type { PaymentMethod } from '@kazna/contract/cabinet/create-payment-form';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import { Problem } from '../../platform/http/problem.ts';
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

async function findChoice(db: Queries, method: PaymentMethod): Promise<string | null> {
  const [row] = await db.query<{ provider: string }>(sql`
    select provider from provider_choices where method = ${method}`);
  return row?.provider ?? null;
}

export interface ProviderChoice {
  method: PaymentMethod;
  provider: string;
}

export function selectChoices(db: Queries): Promise<ProviderChoice[]> {
  return db.query<ProviderChoice>(sql`select method, provider from provider_choices order by method`);
}

export async function upsertChoice(
  tx: Transaction,
  { method, provider }: ProviderChoice,
  userId: string,
): Promise<void> {
  await tx.query(sql`
    insert into provider_choices (method, provider, changed_by) values (${method}, ${provider}, ${userId})
    on conflict (method) do update
      set provider = excluded.provider, changed_by = excluded.changed_by, changed_at = now()`);
}
