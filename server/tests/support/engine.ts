import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, inject } from 'vitest';
import { jobActors } from '../../src/audit/actions-store.ts';
import { selectLines } from '../../src/services/subscriptions/lines-store.ts';
import { subscribe } from '../../src/services/subscriptions/operations.ts';
import { migratedTemplate, openTestDatabase, type TestDatabase } from './database.ts';
import { runUntilDone, setClock } from './services.ts';

const zone = 'Europe/Moscow';

/** A database of the file's own in which the file moves the clock and runs the engine of subscriptions. */
export function engineForThisFile() {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(inject('databaseUrl'), migratedTemplate);
  });
  afterAll(() => database.remove());

  const context = () => ({ db: database.db, zone, onBurst: async () => {} });
  const at = (day: string) => setClock(database.db, `${day}T09:00:00Z`);
  return {
    zone,
    staff: { organizationId: null, mayUseHidden: true },
    get db() {
      return database.db;
    },
    context,
    at,
    async pass(day: string): Promise<void> {
      await at(day);
      await runUntilDone(context());
    },
    connect(organizationId: string, tariffId: string, quantity = 1) {
      const who = { organizationId, actorId: jobActors.subscriptions, mayConnectHidden: true };
      const request = { ...who, form: { tariffId, quantity }, key: randomUUID() };
      return subscribe({ db: database.db, zone }, request, async () => {});
    },
    /** Oldest first: kind, days and amount. */
    async linesOf({ id }: { id: string }) {
      const lines = await selectLines(database.db, id, 100);
      return lines.reverse().map(({ kind, from, to, amountMinor }) => [kind, from, to, amountMinor]);
    },
  };
}
