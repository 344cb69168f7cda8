import { cpus } from 'node:os';
import { checkLedger } from '../../../server/src/money/ledger/check-ledger.ts';
import { lockBalances, postAtCommit } from '../../../server/src/money/ledger/post-transfer.ts';
import type { Posting } from '../../../server/src/money/ledger/posting.ts';
import { type Database, openDatabase } from '../../../server/src/platform/db/database.ts';
import { defaultTimeouts, transactionWithoutTimeouts } from '../../../server/src/platform/db/timeouts.ts';
import { uuidv7 } from '../../../server/src/platform/db/uuid.ts';
import { createTestDatabase } from '../../../server/tests/support/postgres.ts';
import { type Spread, spreadOf } from '../spread.ts';
import { fillLedger, organizationId } from './fill.ts';

interface Scenario {
  name: string;
  /** Each transaction takes one of them at random. */
  organizations: number;
  /** Transfers of one organization in one transaction. */
  batch: number;
}

const scenarios = {
  one: { name: 'one organization', organizations: 1, batch: 1 },
  many: { name: '64 organizations', organizations: 64, batch: 1 },
  batches: { name: '64 organizations, 500 at once', organizations: 64, batch: 500 },
} satisfies Record<string, Scenario>;

export interface LedgerRate {
  name: string;
  perSecond: Spread;
  /** Share of all cores that was busy. */
  busy: number;
}

export const connections = 16;
const rounds = 5;
const seconds = 4;

/** Transfers a second in all scenarios, in turn. */
export async function measureLedger(adminUrl: string): Promise<Record<keyof typeof scenarios, LedgerRate>> {
  const { url, drop } = await createTestDatabase(adminUrl);
  const filling = await open(url, { statement: 0, lock: 0, idleInTransaction: 0, clientMargin: 0 });
  await fillLedger(filling);
  await filling.close();
  const db = await open(url);
  try {
    const all = Object.values(scenarios);
    for (const scenario of all) await transferFor(db, scenario);
    const turns: { perSecond: number; busy: number }[][] = [];
    for (let round = 0; round < rounds; round += 1) {
      const turn = [];
      for (const scenario of all) {
        const busySince = watchCpuUse();
        turn.push({ perSecond: await transferFor(db, scenario), busy: busySince() });
      }
      turns.push(turn);
    }
    const faults = await transactionWithoutTimeouts(db, checkLedger);
    if (faults.length > 0) throw new Error(`the books do not agree after the run:\n${faults.join('\n')}`);
    const rates = all.map(({ name }, at) => ({
      name,
      perSecond: spreadOf(turns.map((turn) => turn[at]?.perSecond ?? 0)),
      busy: spreadOf(turns.map((turn) => turn[at]?.busy ?? 0)).median,
    }));
    return Object.fromEntries(Object.keys(scenarios).map((key, at) => [key, rates[at]])) as never;
  } finally {
    await db.close();
    await drop();
  }
}

/** One connection more than there are workers, for notifications. */
function open(databaseUrl: string, timeouts = defaultTimeouts): Promise<Database> {
  return openDatabase({ databaseUrl, dataDir: '', poolSize: connections + 1, onConnectionLost: () => {}, timeouts });
}

/** Transfers a second by the functions that charges use, one transaction a batch. */
async function transferFor(db: Database, { organizations, batch }: Scenario): Promise<number> {
  const startedAt = performance.now();
  let count = 0;
  const work = async () => {
    while (performance.now() - startedAt < seconds * 1000) {
      const from = { organizationId: organizationId(1 + Math.floor(Math.random() * organizations)) };
      const postings = Array.from({ length: batch }, () => charge(from));
      await db.transaction(async (tx) => postAtCommit(tx, postings, await lockBalances(tx, postings)));
      count += batch;
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  return (count * 1000) / (performance.now() - startedAt);
}

function charge(from: Posting['from']): Posting {
  const id = uuidv7();
  return { key: `charge:${id}`, kind: 'charge', from, to: 'revenue', amountMinor: 1, currency: 'RUB', sourceId: id };
}

/** Starts measuring; the returned function returns the share of all cores that was busy since, from 0 to 1. */
function watchCpuUse(): () => number {
  const totals = () => {
    const times = cpus().map((cpu) => cpu.times);
    const idle = times.reduce((sum, time) => sum + time.idle, 0);
    const all = times.reduce((sum, { user, nice, sys, idle: free, irq }) => sum + user + nice + sys + free + irq, 0);
    return { busy: all - idle, all };
  };
  const before = totals();
  return () => {
    const after = totals();
    return (after.busy - before.busy) / (after.all - before.all);
  };
}
