import type { Meter, MeterForm } from '@kazna/contract/admin/meters';
import { type Actor, recordAction } from '../../audit/actions-store.ts';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import { insertMeter, lockMeters, maxMeters, selectMeters, updateKeepMonths, updateMeterName } from './meters-store.ts';

export async function createMeter(tx: Transaction, actor: Actor, form: MeterForm): Promise<Meter> {
  if ((await lockMeters(tx)) >= maxMeters) throw new Problem('too_many_services');
  const meter = { ...form, property: form.property ?? null, id: uuidv7() };
  if (!(await insertMeter(tx, { ...meter, createdBy: actor.id }))) throw new Problem('meter_exists');
  await recordAction(tx, actor, { action: 'meter.created', details: { meter: form.key, name: form.name } });
  return meter;
}

export async function renameMeter(tx: Transaction, actor: Actor, id: string, name: string): Promise<Meter> {
  const meter = await updateMeterName(tx, id, name);
  if (!meter) throw new Problem('not_found');
  await recordAction(tx, actor, { action: 'meter.renamed', details: { meter: meter.key, newName: name } });
  return meter;
}

export async function setRetention(tx: Transaction, actor: Actor, keepMonths: number): Promise<void> {
  await updateKeepMonths(tx, keepMonths);
  await recordAction(tx, actor, { action: 'meter.retention_changed', details: { months: String(keepMonths) } });
}

/** Meters by key. Only names change, so that those once read are valid for good; an unknown key has them read again. */
export interface MeterCache {
  find(keys: Iterable<string>): Promise<Map<string, Meter>>;
}

export function createMeterCache(db: Queries): MeterCache {
  let known = new Map<string, Meter>();
  return {
    find: async (keys) => {
      for (const key of keys) {
        if (known.has(key)) continue;
        known = new Map((await selectMeters(db)).map((meter) => [meter.key, meter]));
        break;
      }
      return known;
    },
  };
}
