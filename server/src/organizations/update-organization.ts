import { isDeepStrictEqual } from 'node:util';
import { type organizationChanges, organizationForm } from '@kazna/contract/cabinet/organizations';
import { requisiteNames } from '@kazna/contract/shared/requisites';
import { check } from '@kazna/contract/shared/validation';
import type { z } from 'zod/mini';
import { type Actor, recordAction } from '../audit/actions-store.ts';
import type { Transaction } from '../platform/db/database.ts';
import { Problem } from '../platform/http/problem.ts';
import { rejectDuplicateInn } from './create-organization.ts';
import { lockWithPermission } from './locks.ts';
import { type OrganizationRow, updateRequisites } from './store.ts';

const requisites = ['name', ...requisiteNames, 'bank'] as const;

/** Merges the changes into the current form and validates the result as a new one. */
export async function updateOrganization(
  tx: Transaction,
  actor: Actor,
  organizationId: string,
  changes: z.output<typeof organizationChanges>,
): Promise<void> {
  const { organization: current } = await lockWithPermission(tx, organizationId, actor.id, 'organization.edit');
  const whole = Object.entries({ ...current, ...changes }).filter(([, value]) => value !== null && value !== '');
  const { data: form, errors } = check(organizationForm, Object.fromEntries(whole));
  if (errors) throw new Problem('validation_failed', { errors });
  const next: Partial<OrganizationRow> = form;
  const fields = requisites.filter((field) => !isDeepStrictEqual(next[field] ?? null, current[field]));
  if (fields.length === 0) return;
  await rejectDuplicateInn(updateRequisites(tx, organizationId, form));
  const details = { fields: fields.join(', ') };
  await recordAction(tx, actor, { organizationId, action: 'organization.changed', details });
}
