import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import {
  launchProduct,
  type Product,
  type ProductOptions,
  type RunningProduct,
  runningProduct,
} from './launch-product.ts';

export type { Product, RunningProduct };

/** A product of the file's own, for tests that stop it, configure it or read lists of everybody. */
export function startProduct(options?: ProductOptions): Promise<Product> {
  return launchProduct(inject('databaseUrl'), options);
}

/** A product for the file, and a new one for a test's second try, which would stumble over what the first one left. */
export function productForThisFile(options: ProductOptions, onStart: (product: Product) => void | Promise<void>): void {
  let running: Product | undefined;
  const start = async () => {
    await running?.stop();
    running = await startProduct(options);
    await onStart(running);
  };
  beforeAll(start);
  beforeEach(async ({ task }) => {
    if (task.result?.retryCount) await start();
  });
  afterAll(() => running?.stop());
}

/** All files share it: tests use people and browser contexts of their own and expect nothing of what others leave. */
export function sharedProduct(): RunningProduct {
  const { url, databaseUrl } = inject('sharedProduct');
  return runningProduct(url, databaseUrl);
}
