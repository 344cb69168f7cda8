import { defineConfig } from 'vitest/config';

const report = process.env.TEST_REPORT;

export default defineConfig({
  test: {
    reporters: [['default', { summary: false }], ...(report ? [['json', { outputFile: report }] as const] : [])],
    projects: [
      { test: { name: 'contract', include: ['contract/src/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['server/{src,tests}/**/*.test.ts'],
          pool: 'forks',
          // Each file has an app and a database of its own; the modules are loaded once for all.
          isolate: false,
          globalSetup: 'server/tests/support/global-setup.ts',
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'sandbox', include: ['sandbox/src/**/*.test.ts'], pool: 'forks', testTimeout: 30_000 } },
      { test: { name: 'web', include: ['web/src/**/*.test.{ts,tsx}'] } },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          pool: 'forks',
          globalSetup: 'server/tests/support/global-setup.ts',
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
