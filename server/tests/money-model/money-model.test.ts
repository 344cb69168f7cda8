import { inject, test } from 'vitest';
import { checkLedger } from '../../src/money/ledger/check-ledger.ts';
import { Product } from './product.ts';
import { playSeed } from './search.ts';

const length = { steps: 60, compared: 0.3 };
/** The same few in each run, on one product; `npm run model` plays thousands of others. */
const seeds = Array.from({ length: 6 }, (_, index) => index + 1);

test('every random history of money ends as docs/design/money.md says, and what was paid and not spent goes back', async () => {
  const product = await Product.start(inject('databaseUrl'));
  try {
    for (const seed of seeds) {
      const failure = await playSeed(product, seed, length);
      if (failure) throw new Error(failure);
    }
    const faults = await checkLedger(product.shop.db);
    if (faults.length > 0) throw new Error(`the ledger does not add up: ${JSON.stringify(faults)}`);
  } finally {
    await product.shop.close();
  }
}, 480_000);
