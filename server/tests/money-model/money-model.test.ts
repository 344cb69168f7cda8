import { inject, test } from 'vitest';
import { checkLedger } from '../../src/money/ledger/check-ledger.ts';
import { type Played, playRandom, shorten } from './play.ts';
import { Product } from './product.ts';
import { randomOf } from './steps.ts';

/**
 * To search longer: `MONEY_HISTORIES=5000`, in several processes with a `MONEY_SEED` each. To play a failed history
 * again: `MONEY_HISTORIES=1` and its seed.
 */
const { MONEY_HISTORIES, MONEY_SEED, MONEY_STEPS, MONEY_COMPARED } = process.env;
const histories = Number(MONEY_HISTORIES ?? 8);
const firstSeed = Number(MONEY_SEED ?? Date.now() % 1_000_000_000);
const length = { steps: Number(MONEY_STEPS ?? 200), compared: Number(MONEY_COMPARED ?? 0.5) };
const atOnce = 6;
/** A database grows with its histories. */
const historiesPerDatabase = 120;
const maxReplays = 120;

interface Failed {
  seed: number;
  played: Played;
  /** How many were played until then. */
  count: number;
}

async function playSome(product: Product, seeds: number[], report: () => number): Promise<string | null> {
  let failed: Failed | null = null;
  const playOneByOne = async () => {
    for (let seed = seeds.shift(); seed !== undefined && !failed; seed = seeds.shift()) {
      const played = await playRandom(product, randomOf(seed), length);
      const count = report();
      if (played.failure) failed ??= { seed, played, count };
    }
  };
  await Promise.all(Array.from({ length: atOnce }, playOneByOne));
  const found = failed as Failed | null;
  if (found) return describe(found, await shorten(product, found.played, maxReplays));
  const faults = await checkLedger(product.shop.db);
  return faults.length === 0 ? null : `the ledger does not add up: ${JSON.stringify(faults)}`;
}

function describe({ seed, count, played: { taken, failure } }: Failed, short: Played): string {
  const shown = short.failure ? short : { taken, failure };
  const lines = shown.taken.map((step) => JSON.stringify(step));
  return [
    `MONEY_SEED=${seed} MONEY_HISTORIES=1 fails at step ${taken.length}, as the ${count}. history: ${failure?.message}`,
    `In short, after ${lines.length} steps: ${shown.failure?.message}`,
    ...lines,
    ...(short.failure ? [] : ['Played again it did not fail.']),
    `${shown.failure?.stack}`,
  ].join('\n');
}

test(
  'every random history of money ends as the words of docs/design/money.md say, and what was paid and not spent goes back',
  async () => {
    const startedAt = performance.now();
    let played = 0;
    const report = () => {
      played += 1;
      const seconds = (performance.now() - startedAt) / 1000;
      if (played % 50 === 0) console.log(`${played} of ${histories} histories, ${Math.round(seconds)} s`);
      return played;
    };
    for (let from = 0; from < histories; from += historiesPerDatabase) {
      const count = Math.min(historiesPerDatabase, histories - from);
      const seeds = Array.from({ length: count }, (_, index) => firstSeed + from + index);
      const product = await Product.start(inject('databaseUrl'));
      try {
        const failure = await playSome(product, seeds, report);
        if (failure) throw new Error(failure);
      } finally {
        await product.shop.close();
      }
    }
  },
  240_000 + histories * 10_000,
);
