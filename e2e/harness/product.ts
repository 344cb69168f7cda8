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

/**
 * The product that all files share. Tests are kept apart by people and browser contexts of their own; nothing may be
 * expected of what others leave there.
 */
export function sharedProduct(): RunningProduct {
  const { url, databaseUrl } = inject('sharedProduct');
  return runningProduct(url, databaseUrl);
}
