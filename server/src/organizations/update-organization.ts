import { type organizationChanges, organizationForm } from '@kazna/contract/organizations';
import { check } from '@kazna/contract/validation';
import type { z } from 'zod/mini';
import { type Actor, recordAction } from '../audit/record-action.ts';
import type { Transaction } from '../db/database.ts';
import { Problem } from '../http/problem.ts';
import { refusingSecondInn } from './organization.ts';
import { lockOrganization, updateRequisites } from './store.ts';

/** Lays the changes over what is there and checks the whole as if it were new. */
export async function updateOrganization(
  tx: Transaction,
  actor: Actor,
  organizationId: string,
  changes: z.output<typeof organizationChanges>,
): Promise<void> {
  const current = await lockOrganization(tx, organizationId);
  if (!current) throw new Problem('not_found');
  const whole = Object.entries({ ...current, ...changes }).filter(([, value]) => value !== null && value !== '');
  const { data: form, errors } = check(organizationForm, Object.fromEntries(whole));
  if (errors) throw new Problem('validation_failed', { errors });
  await refusingSecondInn(updateRequisites(tx, organizationId, form));
  const fields = Object.keys(changes).join(', ');
  await recordAction(tx, actor, { organizationId, action: 'organization.changed', details: { fields } });
}
