import { isDeepStrictEqual } from 'node:util';
import { type organizationChanges, organizationForm } from '@kazna/contract/cabinet/organizations';
import { check } from '@kazna/contract/shared/validation';
import type { z } from 'zod/mini';
import { type Actor, recordAction } from '../audit/record-action.ts';
import type { Transaction } from '../platform/db/database.ts';
import { Problem } from '../platform/http/problem.ts';
import { lockAllowed } from './lock-allowed.ts';
import { refusingSecondInn } from './organization.ts';
import { type OrganizationRow, updateRequisites } from './store.ts';

const requisites = ['name', 'inn', 'kpp', 'ogrn', 'address', 'bank'] as const;

/** Lays the changes over what is there and checks the whole as if it were new. */
export async function updateOrganization(
  tx: Transaction,
  actor: Actor,
  organizationId: string,
  changes: z.output<typeof organizationChanges>,
): Promise<void> {
  const { organization: current } = await lockAllowed(tx, organizationId, actor.userId, 'organization.edit');
  const whole = Object.entries({ ...current, ...changes }).filter(([, value]) => value !== null && value !== '');
  const { data: form, errors } = check(organizationForm, Object.fromEntries(whole));
  if (errors) throw new Problem('validation_failed', { errors });
  const next: Partial<OrganizationRow> = form;
  const fields = requisites.filter((field) => !isDeepStrictEqual(next[field] ?? null, current[field]));
  if (fields.length === 0) return;
  await refusingSecondInn(updateRequisites(tx, organizationId, form));
  const details = { fields: fields.join(', ') };
  await recordAction(tx, actor, { organizationId, action: 'organization.changed', details });
}
