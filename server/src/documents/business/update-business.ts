import type { Business } from '@kazna/contract/admin/business';
import { type Actor, recordAction } from '../../audit/record-action.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { findBusiness, insertBusiness } from './store.ts';

/** Adds a version; one that says nothing new is none. */
export async function updateBusiness(
  tx: Transaction,
  actor: Actor,
  { version, data }: { version: number; data: Business },
): Promise<void> {
  const before = await findBusiness(tx);
  if (version !== (before?.version ?? 0)) throw new Problem('business_changed');
  const changed = changedFields(before?.data, data);
  if (changed.length === 0) return;
  if (!(await insertBusiness(tx, version + 1, data, actor.userId))) throw new Problem('business_changed');
  const details = { version: String(version + 1), fields: changed.join(', ') };
  await recordAction(tx, actor, { action: 'business.changed', details });
}

function changedFields(before: Business | undefined, after: Business): string[] {
  const entries = Object.entries(after) as [keyof Business, unknown][];
  return entries.filter(([field, value]) => canonical(before?.[field]) !== canonical(value)).map(([field]) => field);
}

/** The database stores the fields of an object in an order of its own. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}
