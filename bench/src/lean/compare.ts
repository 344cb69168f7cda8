import type { NodeProcess } from '../node-process.ts';
import { type Spread, spreadOf } from '../spread.ts';
import { databaseCpuMicros } from './database-cpu.ts';

export interface Sides<Side> {
  product: Side;
  lean: Side;
  postmaster: number;
}

export interface Load<Side> {
  send: (side: Side, count: number) => Promise<void>;
  perRound: number;
  /** Until the JIT, whose time counts as the process's, is done. */
  warmUp: number;
}

/** CPU time a call in microseconds. */
export interface Cost {
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
export const rounds = Number(process.env.ROUNDS ?? 41);
/** Alternates the sides, so that other load on the machine hits both. */
export async function compare<Side extends { process: NodeProcess }>(
  { product, lean, postmaster }: Sides<Side>,
  { send, perRound, warmUp }: Load<Side>,
): Promise<Comparison> {
  for (const side of [product, lean]) await send(side, warmUp);
  const costs: { product: Cost; lean: Cost }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const cost = (side: Side) => costOf(postmaster, side.process, perRound, () => send(side, perRound));
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

/** Of each of the calls that the work makes. */
export async function costOf(
  postmaster: number,
  server: NodeProcess,
  calls: number,
  work: () => Promise<void>,
): Promise<Cost> {
  const before = { server: await server.cpuMicros(), database: await databaseCpuMicros(postmaster) };
  await work();
  const after = { server: await server.cpuMicros(), database: await databaseCpuMicros(postmaster) };
  const hasDatabase = before.database !== null && after.database !== null;
  return {
    server: (after.server - before.server) / calls,
    database: hasDatabase ? ((after.database as number) - (before.database as number)) / calls : null,
  };
}
