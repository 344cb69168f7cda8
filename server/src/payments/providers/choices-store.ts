import type { PaymentMethod } from '@kazna/contract/cabinet/create-payment-form';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';

export async function findChoice(db: Queries, method: PaymentMethod): Promise<string | null> {
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
