import { checkLedger, checkSinceCheckpoint } from '../../../server/src/money/ledger/check-ledger.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { transactionWithoutTimeouts } from '../../../server/src/platform/db/timeouts.ts';
import { costOf } from '../lean/compare.ts';
import { databaseCpuMicros } from '../lean/database-cpu.ts';
import { type Spread, spreadOf } from '../spread.ts';
import { type Environment, noonOf, renewToken, requireNoFaults } from './environment.ts';
import type { Question } from './questions.ts';

export type Environments = Record<'small' | 'middle' | 'large', Environment>;

/** CPU milliseconds of server and database together: medians of the rounds, and the ratio large : small. */
export interface Cost extends Record<keyof Environments, number> {
  ratio: Spread;
}

const rounds = Number(process.env.ROUNDS ?? 21);
const callsOfRound = 20;
const warmUps = 60;

/** Takes turns with the databases, so that other work of the machine hits all of them. */
export async function measureCalls(postmaster: number, to: Environments, { call }: Question): Promise<Cost> {
  const repeat = async (times: number, environment: Environment) => {
    for (let count = 0; count < times; count += 1) await call(environment);
  };
  for (const environment of Object.values(to)) {
    await renewToken(environment);
    await repeat(warmUps, environment);
  }
  return takeTurns(to, rounds, async (environment) => {
    const work = () => repeat(callsOfRound, environment);
    const { server, database } = await costOf(postmaster, environment.process, callsOfRound, work);
    return (server + (database ?? 0)) / 1000;
  });
}

const nights = 5;

/** The night's check of the last whole day, from the same checkpoint each time. */
export async function measureNight(postmaster: number, to: Environments): Promise<Cost> {
  for (const { db } of Object.values(to)) await storeCheckpoint(db);
  return takeTurns(to, nights, async ({ db }) => {
    const now = await noonOf(db, 0);
    const before = await clockMs(postmaster);
    await requireNoFaults(checkSinceCheckpoint(db, now));
    const ms = (await clockMs(postmaster)) - before;
    await restoreCheckpoint(db);
    return ms;
  });
}

/** The database's CPU time; without /proc the wall clock. */
async function clockMs(postmaster: number): Promise<number> {
  const micros = await databaseCpuMicros(postmaster);
  return micros === null ? performance.now() : micros / 1000;
}

async function storeCheckpoint(db: Database): Promise<void> {
  await db.queryText('create table growth_checkpoint as select * from ledger_checkpoint');
  await db.queryText('create table growth_checkpoint_sums as select * from ledger_checkpoint_sums');
}

async function restoreCheckpoint(db: Database): Promise<void> {
  for (const table of ['checkpoint', 'checkpoint_sums']) {
    await db.queryText(`delete from ledger_${table}`);
    await db.queryText(`insert into ledger_${table} select * from growth_${table}`);
    await db.queryText(`vacuum analyze ledger_${table}`);
  }
}

/** Seconds of `npm run ledger:check`, which reads everything. */
export async function measureFullCheck({ db }: Environment): Promise<number> {
  const startedAt = performance.now();
  await requireNoFaults(transactionWithoutTimeouts(db, checkLedger));
  return (performance.now() - startedAt) / 1000;
}

async function takeTurns(
  to: Environments,
  turns: number,
  costOfOne: (environment: Environment) => Promise<number>,
): Promise<Cost> {
  const costs: Record<keyof Environments, number>[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const small = await costOfOne(to.small);
    const middle = await costOfOne(to.middle);
    costs.push({ small, middle, large: await costOfOne(to.large) });
  }
  const median = (name: keyof Environments) => spreadOf(costs.map((cost) => cost[name])).median;
  return {
    small: median('small'),
    middle: median('middle'),
    large: median('large'),
    ratio: spreadOf(costs.map(({ small, large }) => large / small)),
  };
}
