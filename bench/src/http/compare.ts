import { spreadOf } from '../spread.ts';
import { load } from './load.ts';
import type { Runner, Testbed } from './testbed.ts';

export interface Comparison {
  what: string;
  /** CPU time per request in microseconds: medians of the rounds. */
  productMicros: number;
  bareMicros: number;
  /** Bare / product: 1 means as cheap as bare. Median and quartiles of the rounds' ratios. */
  ratio: { median: number; low: number; high: number };
}

/** Many short rounds, so that a slow moment of the machine does not hit one side only. */
const rounds = 61;
const perRound = { list: 200, create: 60 };

/** Warm-up until the JIT, whose time counts as the process's, is done. */
const warmUps = { list: 15_000, create: 1000 };

/** Alternates the sides, so that other load on the machine hits both. */
export async function compare(testbed: Testbed, kind: 'list' | 'create'): Promise<Comparison> {
  const count = perRound[kind];
  for (const runner of [testbed.product, testbed.bare]) await load(runner, kind, warmUps[kind]);
  const costs: { product: number; bare: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const inOrder = round % 2 === 0;
    const first = await costOf(inOrder ? testbed.product : testbed.bare, kind, count);
    const second = await costOf(inOrder ? testbed.bare : testbed.product, kind, count);
    costs.push(inOrder ? { product: first, bare: second } : { product: second, bare: first });
  }
  return {
    what: kind,
    productMicros: spreadOf(costs.map(({ product }) => product)).median,
    bareMicros: spreadOf(costs.map(({ bare }) => bare)).median,
    ratio: spreadOf(costs.map(({ product, bare }) => bare / product)),
  };
}

async function costOf(runner: Runner, kind: 'list' | 'create', count: number): Promise<number> {
  const before = await runner.process.cpuMicros();
  await load(runner, kind, count);
  return ((await runner.process.cpuMicros()) - before) / count;
}
