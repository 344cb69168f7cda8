import { randomUUID } from 'node:crypto';
import type { MeterForm } from '@kazna/contract/admin/meters';
import { jobActors } from '../../src/audit/actions-store.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { uuidv7 } from '../../src/platform/db/uuid.ts';
import { createMeterCache } from '../../src/services/usage/meters.ts';
import { insertMeter } from '../../src/services/usage/meters-store.ts';
import { sendUsage, type UsageContext } from '../../src/services/usage/send-usage.ts';

/** Returns the key of a new meter. */
export async function plantMeter(db: Database, form: Partial<MeterForm> = {}): Promise<string> {
  const meter = { key: `m-${randomUUID()}`, name: 'Трафик', unit: 'ГБ', aggregation: 'sum' as const, ...form };
  await db.transaction((tx) => insertMeter(tx, { ...meter, id: uuidv7(), createdBy: jobActors.subscriptions }));
  return meter.key;
}

export function usageContext(db: Database, zone = 'Europe/Moscow'): UsageContext {
  return { db, zone, meters: createMeterCache(db) };
}

export interface SentEvent {
  id?: string;
  meter: string;
  organizationId: string;
  subscriptionId?: string;
  quantity?: number | string;
  occurredAt: string;
  properties?: Record<string, string>;
}

/** Sends events that must all be taken. Returns their ids. */
export async function use(context: UsageContext, ...events: SentEvent[]): Promise<string[]> {
  const all = events.map((event) => ({ id: randomUUID(), ...event }));
  const { refused } = await sendUsage(context, all);
  if (refused.length > 0) throw new Error(`refused: ${JSON.stringify(refused)}`);
  return all.map(({ id }) => id);
}
