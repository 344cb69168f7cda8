import { type Comparison, type Cost, compare, costOf, rounds } from '../lean/compare.ts';
import { organizationCount, organizationId } from '../ledger/fill.ts';
import { type Spread, spreadOf } from '../spread.ts';
import { callUntil, charge, chargeBatch, send, type Target } from './load.ts';
import type { Runner, Testbed } from './testbed.ts';

/** CPU time of a charge beside the lean server's. */
export function measureCharge(testbed: Testbed): Promise<Comparison> {
  const send = (side: Runner, count: number) => {
    let left = count;
    return callUntil(
      () => left-- <= 0,
      () => charge(side, 64),
    );
  };
  return compare(testbed, { send, perRound: 160, warmUp: 2000 });
}

export interface BatchRates {
  /** Charges a second: medians of the rounds. */
  single: number;
  batches: number;
  /** Batches / single of each round. */
  ratio: Spread;
}

const batchSize = 500;
const rateRounds = 5;
const rateSeconds = 4;

/** Charges a second one by one and by batches, in turn. */
export async function measureBatches({ product }: Testbed, organizations: number): Promise<BatchRates> {
  const single = () => rateOf(1, () => charge(product, organizations));
  const batches = () => rateOf(batchSize, () => chargeBatch(product, organizations, batchSize));
  await single();
  await batches();
  const turns: { single: number; batches: number }[] = [];
  for (let round = 0; round < rateRounds; round += 1) turns.push({ single: await single(), batches: await batches() });
  return {
    single: spreadOf(turns.map((turn) => turn.single)).median,
    batches: spreadOf(turns.map((turn) => turn.batches)).median,
    ratio: spreadOf(turns.map((turn) => turn.batches / turn.single)),
  };
}

async function rateOf(size: number, call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  let count = 0;
  await callUntil(
    () => performance.now() - startedAt > rateSeconds * 1000,
    async () => {
      await call();
      count += size;
    },
  );
  return (count * 1000) / (performance.now() - startedAt);
}

const pageSize = 20;
const deepPage = 1000;
const callsOfPage = 100;

/** What the deep page of an organization's ledger costs beside the first: CPU time of server and database together. */
export async function measurePages({ product, postmaster }: Testbed): Promise<Spread> {
  const first = `/v1/ledger?organizationId=${organizationId(organizationCount)}&limit=${pageSize}`;
  const deep = `${first}&cursor=${await cursorOfPage(product, first, deepPage)}`;
  const cost = async (path: string) => {
    const read = () => repeat(callsOfPage, () => send(product, path, { wanted: 200 }));
    return total(await costOf(postmaster, product.process, callsOfPage, read));
  };
  for (const path of [first, deep]) await cost(path);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = round % 2 === 0 ? await cost(deep) : undefined;
    const ofFirst = await cost(first);
    ratios.push((before ?? (await cost(deep))) / ofFirst);
  }
  return spreadOf(ratios);
}

async function cursorOfPage(target: Target, first: string, page: number): Promise<string> {
  let cursor = '';
  for (let read = 1; read < page; read += 1) {
    const text = await send(target, cursor ? `${first}&cursor=${cursor}` : first, { wanted: 200 });
    cursor = JSON.parse(text).nextCursor;
  }
  return cursor;
}

const total = ({ server, database }: Cost) => server + (database ?? 0);

async function repeat(times: number, work: () => Promise<unknown>): Promise<void> {
  for (let count = 0; count < times; count += 1) await work();
}
