import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { fundedOrganization } from '../../../tests/support/charges.ts';
import { migratedTemplate, openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { plantMeter } from '../../../tests/support/usage.ts';
import { aggregationKinds, type DrawnEvent, expectedOf, quantityOf } from '../../../tests/support/usage-model.ts';
import type { UsageCall } from '../../../tests/support/usage-sender.ts';
import { selectQuantity } from './hours-store.ts';
import { selectMeters } from './meters-store.ts';

/** Set to kill more often, or to reproduce a failure. */
const kills = Number(process.env.USAGE_KILLS ?? 6);
const seed = Number(process.env.USAGE_SEED ?? 25);
vi.setConfig({ testTimeout: 120_000 + kills * 10_000 });

let state = seed;
/** A number below `limit`, the same ones for the same seed (mulberry32). */
function random(limit: number): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
}

let database: TestDatabase;
const senders: Sender[] = [];
beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'), migratedTemplate);
});
afterAll(async () => {
  for (const sender of senders) sender.kill();
  await database.remove();
});

/** A process of its own that is started again when it was killed. */
class Sender {
  private child: ChildProcess | undefined;

  async call(call: UsageCall): Promise<{ refused: unknown[] } | null> {
    this.child ??= await start();
    const { child } = this;
    const answer = new Promise<{ refused: unknown[] } | null>((resolve) => {
      const end = (value: { refused: unknown[] } | null) => {
        child.removeAllListeners();
        resolve(value);
      };
      child.once('message', (value) => end(value as { refused: unknown[] })).once('exit', () => end(null));
    });
    child.send(call, () => {});
    return answer;
  }

  kill(): void {
    this.child?.kill('SIGKILL');
    this.child = undefined;
  }
}

async function start(): Promise<ChildProcess> {
  const root = join(import.meta.dirname, '../../../..');
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(join(root, 'node_modules/.bin/node'), [join(root, 'server/tests/support/usage-sender.ts')], {
    env: { PATH, HOME, TMPDIR, NODE_ENV: 'test', DATABASE_URL: database.url, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return child;
}

test('sums of usage are those of the distinct events although processes are killed while batches and deletions are under way and repeated', async () => {
  const { db } = database;
  const organizations = [await fundedOrganization({ db }, 1000), await fundedOrganization({ db }, 1000)];
  const keys = new Map<string, string>();
  for (const kind of aggregationKinds)
    keys.set(kind, await plantMeter(db, { aggregation: kind, ...(kind === 'unique' && { property: 'user' }) }));
  const now = Date.now();
  const events = Array.from({ length: 2000 }, () => ({
    kind: aggregationKinds[random(4)] as DrawnEvent['kind'],
    organization: random(2),
    tenths: random(80) - 30,
    user: `u${random(5)}`,
    isDeleted: random(20) === 0,
    // The other half has ids that are no UUIDs.
    id: random(2) === 0 ? randomUUID() : `event-${randomUUID()}`,
    occurredAt: new Date(now - random(3) * 3_600_000 - random(1000)).toISOString(),
  }));
  const bodies = events.map((one) => ({
    ...{ id: one.id, meter: keys.get(one.kind), organizationId: organizations[one.organization] },
    ...{ quantity: quantityOf(one), occurredAt: one.occurredAt, properties: { user: one.user } },
  }));
  const batchSize = 100;
  // Each event is in two batches of different cuts, which several processes take at once.
  const batches: UsageCall[] = [0, 37].flatMap((shift) =>
    Array.from({ length: bodies.length / batchSize }, (_, index) => ({
      events: Array.from(
        { length: batchSize },
        (_, place) => bodies[(index * batchSize + place + shift) % bodies.length],
      ),
    })),
  );
  const deletions: UsageCall[] = events.filter(({ isDeleted }) => isDeleted).map(({ id }) => ({ deleted: id }));

  senders.push(new Sender(), new Sender(), new Sender());
  const sendAll = async (calls: UsageCall[]) => {
    let cutOff = 0;
    const waiting = calls.toSorted(() => random(3) - 1);
    await Promise.all(
      senders.map(async (sender) => {
        for (let call = waiting.pop(); call; call = waiting.pop()) {
          const answer = sender.call(call);
          if (cutOff < kills / 2 && random(3) === 0) {
            await Promise.race([answer, sleep(random(12))]);
            sender.kill();
          }
          const result = await answer;
          if (result) expect(result.refused).toEqual([]);
          else {
            cutOff += 1;
            // Whether it was taken is not known: another process may repeat it.
            waiting.unshift(call);
          }
        }
      }),
    );
    return cutOff;
  };
  expect(await sendAll(batches)).toBeGreaterThan(0);
  expect(await sendAll(deletions)).toBeGreaterThan(0);

  const meters = await selectMeters(db);
  for (const [index, organizationId] of organizations.entries()) {
    const own = events.filter(({ organization }) => organization === index);
    for (const kind of aggregationKinds) {
      const meter = meters.find(({ key }) => key === keys.get(kind)) as (typeof meters)[0];
      const asked = {
        ...{ organizationId, meter },
        ...{ from: new Date(now - 86_400_000).toISOString(), to: new Date(now + 86_400_000).toISOString() },
      };
      expect([kind, await selectQuantity(db, asked)]).toEqual([kind, expectedOf(kind, own)]);
    }
  }
});
