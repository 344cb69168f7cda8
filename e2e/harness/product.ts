import { inject } from 'vitest';
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

/** All files share it: tests use people and browser contexts of their own and expect nothing of what others leave. */
export function sharedProduct(): RunningProduct {
  const { url, databaseUrl } = inject('sharedProduct');
  return runningProduct(url, databaseUrl);
}
