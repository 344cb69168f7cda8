import type { TestProject } from 'vitest/node';
import { openMigratedPostgres } from '../../server/tests/support/global-setup.ts';
import { launchProduct } from './launch-product.ts';
import { operatorEnv } from './operator.ts';

declare module 'vitest' {
  interface ProvidedContext {
    sharedProduct: { url: string; databaseUrl: string };
  }
}

/** A PostgreSQL for all test files, and a product in it for those that need nothing special. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await openMigratedPostgres();
  project.provide('databaseUrl', postgres.url);
  const product = await launchProduct(postgres.url, { env: { ...operatorEnv, MAX_BOT_TOKEN: 'sandbox' } });
  project.provide('sharedProduct', { url: product.url, databaseUrl: product.databaseUrl as string });
  return async () => {
    await product.stop();
    await postgres.remove();
  };
}
