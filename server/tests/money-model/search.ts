import { randomOf } from './next-step.ts';
import { type Length, type Played, playRandom, shorten } from './play.ts';
import type { Product } from './product.ts';

const maxReplays = 120;

/** Plays the history of a seed. Returns what is wrong, with the fewest steps that show it, or null. */
export async function playSeed(product: Product, seed: number, length: Length): Promise<string | null> {
  const played = await playRandom(product, randomOf(seed), length);
  return played.failure ? describe(seed, length, played, await shorten(product, played, maxReplays)) : null;
}

function describe(seed: number, { steps }: Length, { taken, failure }: Played, short: Played): string {
  const shown = short.failure ? short : { taken, failure };
  const lines = shown.taken.map((step) => JSON.stringify(step));
  return [
    `npm run model -- --runs 1 --seed ${seed} --steps ${steps} fails at step ${taken.length}: ${failure?.message}`,
    `In short, after ${lines.length} steps: ${shown.failure?.message}`,
    ...lines,
    ...(short.failure ? [] : ['Played again it did not fail.']),
    `${shown.failure?.stack}`,
  ].join('\n');
}
