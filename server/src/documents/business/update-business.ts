import type { Business } from '@kazna/contract/admin/business';
import { type Actor, recordAction } from '../../audit/record-action.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type BusinessChange, changeText, describeChanges, maskedAccount } from './describe-changes.ts';
import { findBusiness, insertBusiness } from './store.ts';

/** Adds a version; one that says nothing new is none. Returns what changed, with masked accounts. */
export async function updateBusiness(
  tx: Transaction,
  actor: Actor,
  { version, data }: { version: number; data: Business },
): Promise<BusinessChange[]> {
  const before = await findBusiness(tx);
  if (version !== (before?.version ?? 0)) throw new Problem('business_changed');
  const changes = describeChanges(before?.data, data);
  if (changes.length === 0) return [];
  if (!(await insertBusiness(tx, version + 1, data, actor.id))) throw new Problem('business_changed');
  const details = {
    version: String(version + 1),
    fields: changes.map(({ field }) => field).join(', '),
    changes: changes.map(changeText).join('. '),
  };
  await recordAction(tx, actor, { action: 'business.changed', details });
  return describeChanges(before?.data, data, maskedAccount);
}
