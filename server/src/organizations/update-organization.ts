import { isDeepStrictEqual } from 'node:util';
import { type organizationChanges, organizationForm } from '@kazna/contract/cabinet/organization-forms';
import { requisiteNames } from '@kazna/contract/shared/requisite-names';
import { check } from '@kazna/contract/shared/validation';
import type { z } from 'zod/mini';
import { type Actor, recordAction } from '../audit/actions-store.ts';
import type { Transaction } from '../platform/db/database.ts';
import { Problem } from '../platform/http/problem.ts';
import { rejectDuplicateInn } from './create-organization.ts';
import { lockWithPermission } from './locks.ts';
import {
  type ExchangeRequisites,
  lockExchange,
  type OrganizationRow,
  setStaffViewAllowed,
  updateExchange,
  updateRequisites,
} from './store.ts';

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

/** By staff: what documents from now on name as their ground, and where files of electronic exchange are sent. */
export async function changeExchange(
  tx: Transaction,
  actor: Actor,
  organizationId: string,
  next: ExchangeRequisites,
): Promise<void> {
  const current = await lockExchange(tx, organizationId);
  if (!current) throw new Problem('not_found');
  if (isDeepStrictEqual({ ...next }, { ...current })) return;
  await updateExchange(tx, organizationId, next);
  const { contract, edo } = next;
  const details = { contract: contract ? `№\u00a0${contract.number} от ${contract.day}` : 'нет', edo: edo ?? 'нет' };
  await recordAction(tx, actor, { organizationId, action: 'organization.exchange_changed', details });
}

export type EndViews = (tx: Transaction, organizationId: string) => Promise<void>;

/** Views that are under way end. */
export async function changeStaffView(
  tx: Transaction,
  actor: Actor,
  { organizationId, isAllowed }: { organizationId: string; isAllowed: boolean },
  endViews: EndViews,
): Promise<void> {
  const { organization } = await lockWithPermission(tx, organizationId, actor.id, 'organization.edit');
  if (organization.allowsStaffView === isAllowed) return;
  await setStaffViewAllowed(tx, organizationId, isAllowed);
  await endViews(tx, organizationId);
  const details = { staffView: isAllowed ? 'разрешён' : 'запрещён' };
  await recordAction(tx, actor, { organizationId, action: 'organization.staff_view_changed', details });
}
