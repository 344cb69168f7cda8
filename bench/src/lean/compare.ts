import { type Spread, spreadOf } from '../spread.ts';
import { databaseCpuMicros } from './database-cpu.ts';
import { type Kind, load } from './load.ts';
import type { Runner, Testbed } from './testbed.ts';

/** CPU time a call in microseconds. */
interface Cost {
  server: number;
  /** Null without /proc. */
  database: number | null;
}

export interface Comparison {
  product: Cost;
  lean: Cost;
  /** Product / lean of each round: median and quartiles. */
  server: Spread;
  database: Spread | null;
}

/** Many short rounds, so that a slow moment of the machine does not hit one side only. */
const rounds = Number(process.env.ROUNDS ?? 41);
const perRound: Record<Kind, number> = { session: 320, organizations: 320, list: 320, refresh: 320, create: 128 };
/** Until the JIT, whose time counts as the process's, is done. */
const warmUps: Record<Kind, number> = { session: 4000, organizations: 4000, list: 4000, refresh: 3000, create: 1500 };

/** Alternates the sides, so that other load on the machine hits both. */
export async function compare(testbed: Testbed, kind: Kind): Promise<Comparison> {
  const { product, lean } = testbed;
  for (const side of [product, lean]) await load(side, kind, warmUps[kind]);
  const costs: { product: Cost; lean: Cost }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const cost = (side: Runner) => costOf(testbed, side, kind, perRound[kind]);
    const before = round % 2 === 0 ? await cost(product) : undefined;
    const ofLean = await cost(lean);
    costs.push({ product: before ?? (await cost(product)), lean: ofLean });
  }
  const hasDatabase = costs.every(({ product, lean }) => product.database !== null && lean.database !== null);
  const costBy = (pick: (cost: (typeof costs)[number]) => Cost): Cost => ({
    server: spreadOf(costs.map((cost) => pick(cost).server)).median,
    database: hasDatabase ? spreadOf(costs.map((cost) => pick(cost).database as number)).median : null,
  });
  return {
    product: costBy((cost) => cost.product),
    lean: costBy((cost) => cost.lean),
    server: spreadOf(costs.map(({ product, lean }) => product.server / lean.server)),
    database: hasDatabase
      ? spreadOf(costs.map(({ product, lean }) => (product.database as number) / (lean.database as number)))
      : null,
  };
}

async function costOf({ postmaster }: Testbed, side: Runner, kind: Kind, count: number): Promise<Cost> {
  const before = { server: await side.process.cpuMicros(), database: await databaseCpuMicros(postmaster) };
  await load(side, kind, count);
  const after = { server: await side.process.cpuMicros(), database: await databaseCpuMicros(postmaster) };
  const hasDatabase = before.database !== null && after.database !== null;
  return {
    server: (after.server - before.server) / count,
    database: hasDatabase ? ((after.database as number) - (before.database as number)) / count : null,
  };
}
