import { checkLedger } from '../../../server/src/money/ledger/check-ledger.ts';
import { Product } from '../../../server/tests/money-model/product.ts';
import { playSeed } from '../../../server/tests/money-model/search.ts';
import { lowerHashingCost } from '../../../server/tests/support/hashing-cost.ts';

/** Null when there is none left. */
export interface Order {
  seed: number | null;
}

/** Sent when an order is done, and once before the first of them. */
export interface Report extends Order {
  failures: string[];
}

/** A database grows with its histories. */
const historiesPerDatabase = 300;
const [databaseUrl = '', steps = ''] = process.argv.slice(2);
const length = { steps: Number(steps), compared: 0.1 };

let product: Product | undefined;
let played = 0;

async function play(seed: number): Promise<string[]> {
  product ??= await Product.start(databaseUrl);
  const failure = await playSeed(product, seed, length);
  played += 1;
  const isFull = played % historiesPerDatabase === 0;
  return [...(failure ? [failure] : []), ...(isFull ? await endDatabase() : [])];
}

/** All histories of a database are in its ledger. */
async function endDatabase(): Promise<string[]> {
  if (!product) return [];
  const faults = await checkLedger(product.shop.db);
  await product.shop.close();
  product = undefined;
  return faults.length === 0 ? [] : [`The ledger does not add up: ${JSON.stringify(faults)}`];
}

const report = (done: Report) => process.send?.(done);

lowerHashingCost();
process.on('message', async ({ seed }: Order) => {
  report({ seed, failures: seed === null ? await endDatabase() : await play(seed) });
  if (seed === null) process.disconnect?.();
});
report({ seed: null, failures: [] });
