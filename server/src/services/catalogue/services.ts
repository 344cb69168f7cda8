import type { AdminService, AdminTariff, ServiceForm, tariffForm } from '@kazna/contract/admin/services';
import type { z } from 'zod/mini';
import { type Actor, recordAction } from '../../audit/actions-store.ts';
import { businessNow } from '../../platform/db/business-now.ts';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import { dayIn } from '../subscriptions/periods.ts';
import {
  deleteUnusedTariff,
  findTariff,
  insertService,
  insertTariff,
  insertVersion,
  lockService,
  lockServices,
  lockTariff,
  selectServices,
  updateServiceRow,
  updateTariffRow,
} from './catalogue-store.ts';
import { describeTerms, requireMeters } from './create-version.ts';

export async function getService(db: Queries, id: string): Promise<AdminService> {
  const [service] = await selectServices(db, id);
  if (!service) throw new Problem('not_found');
  return service;
}

export async function createService(tx: Transaction, actor: Actor, form: ServiceForm): Promise<string> {
  const id = uuidv7();
  await lockServices(tx);
  if (!(await insertService(tx, id, form, actor.id))) throw new Problem('too_many_services');
  await recordAction(tx, actor, { action: 'service.created', details: { service: form.name } });
  return id;
}

export async function updateService(
  tx: Transaction,
  actor: Actor,
  id: string,
  changes: Partial<ServiceForm>,
): Promise<AdminService> {
  const before = await lockService(tx, id);
  if (!before) throw new Problem('not_found');
  const after = { ...before, ...changes };
  if (JSON.stringify(after) !== JSON.stringify(before)) {
    await updateServiceRow(tx, id, after);
    const renamed = after.name !== before.name && { newName: after.name };
    await recordAction(tx, actor, { action: 'service.changed', details: { service: before.name, ...renamed } });
  }
  return getService(tx, id);
}

export async function createTariff(
  tx: Transaction,
  { actor, zone, serviceId }: { actor: Actor; zone: string; serviceId: string },
  { name, isVisible, version: terms }: z.output<typeof tariffForm>,
): Promise<{ id: string; versionId: string }> {
  const service = await lockService(tx, serviceId);
  if (!service) throw new Problem('not_found');
  await requireMeters(tx, terms);
  const [id, versionId, createdBy] = [uuidv7(), uuidv7(), actor.id];
  if (!(await insertTariff(tx, { id, serviceId, name, isVisible, createdBy }))) throw new Problem('too_many_services');
  const from = dayIn(zone, await businessNow(tx));
  await insertVersion(tx, { id: versionId, tariffId: id, number: 1, terms, from, runningFrom: null, createdBy });
  const details = { service: service.name, tariff: name, ...describeTerms(terms) };
  await recordAction(tx, actor, { action: 'tariff.created', details });
  return { id, versionId };
}

export async function updateTariff(
  tx: Transaction,
  actor: Actor,
  id: string,
  changes: Partial<Pick<AdminTariff, 'name' | 'isVisible' | 'isClosed'>>,
): Promise<AdminTariff> {
  const before = await lockTariff(tx, id);
  if (!before) throw new Problem('not_found');
  const { name, isVisible, isClosed } = { ...before, ...changes };
  if (name !== before.name || isVisible !== before.isVisible || isClosed !== before.isClosed) {
    await updateTariffRow(tx, id, { name, isVisible, isClosed });
    const details = {
      tariff: before.name,
      ...(name !== before.name && { newName: name }),
      ...(isVisible !== before.isVisible && { shown: isVisible ? 'да' : 'нет' }),
      ...(isClosed !== before.isClosed && { closed: isClosed ? 'да' : 'нет' }),
    };
    await recordAction(tx, actor, { action: 'tariff.changed', details });
  }
  return presentTariff((await findTariff(tx, id)) as AdminTariff);
}

function presentTariff({ id, name, isVisible, isClosed, versions }: AdminTariff): AdminTariff {
  return { id, name, isVisible, isClosed, versions };
}

export async function deleteTariff(tx: Transaction, actor: Actor, id: string): Promise<void> {
  const tariff = await lockTariff(tx, id);
  if (!tariff) throw new Problem('not_found');
  if (!(await deleteUnusedTariff(tx, id))) throw new Problem('tariff_in_use');
  await recordAction(tx, actor, { action: 'tariff.deleted', details: { tariff: tariff.name } });
}
