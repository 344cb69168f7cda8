import { inject, test } from 'vitest';
import { checkLedger } from '../../src/money/ledger/check-ledger.ts';
import { type Played, playRandom, shorten } from './play.ts';
import { Product } from './product.ts';
import { randomOf } from './steps.ts';

/**
 * To search longer: `MONEY_HISTORIES=5000`, in several processes with a `MONEY_SEED` each. To play a failed history
 * again: `MONEY_HISTORIES=1` and its seed. Without them the same few are played each time.
 */
const { MONEY_HISTORIES, MONEY_SEED, MONEY_STEPS, MONEY_COMPARED } = process.env;
const histories = Number(MONEY_HISTORIES ?? 4);
const firstSeed = Number(MONEY_SEED ?? 1);
const length = { steps: Number(MONEY_STEPS ?? 200), compared: Number(MONEY_COMPARED ?? 0.5) };
/** Each history has the business's clock of its product to itself. */
const products = histories > 1 ? 3 : 1;
/** A database grows with its histories. */
const historiesPerDatabase = 60;
const maxReplays = 120;

interface Failed {
  seed: number;
  played: Played;
  /** How many were played until then. */
  count: number;
}

/** Plays until one fails, anywhere. Returns what is wrong. */
async function playSome(seeds: number[], report: () => number, search: { failed?: Failed }): Promise<string | null> {
  const product = await Product.start(inject('databaseUrl'));
  try {
    for (let count = 0; count < historiesPerDatabase && !search.failed; count += 1) {
      const seed = seeds.shift();
      if (seed === undefined) break;
      const played = await playRandom(product, randomOf(seed), length);
      const failed = { seed, played, count: report() };
      if (!played.failure || search.failed) continue;
      search.failed = failed;
      return describe(failed, await shorten(product, played, maxReplays));
    }
    const faults = await checkLedger(product.shop.db);
    return faults.length === 0 ? null : `the ledger does not add up: ${JSON.stringify(faults)}`;
  } finally {
    await product.shop.close();
  }
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
    const seeds = Array.from({ length: histories }, (_, index) => firstSeed + index);
    const search = {};
    const playAll = async () => {
      while (seeds.length > 0 && Object.keys(search).length === 0) {
        const failure = await playSome(seeds, report, search);
        if (failure) throw new Error(failure);
      }
    };
    await Promise.all(Array.from({ length: products }, playAll));
  },
  240_000 + histories * 10_000,
);
