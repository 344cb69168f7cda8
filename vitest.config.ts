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
          include: ['server/src/**/*.test.ts'],
          pool: 'forks',
          globalSetup: 'server/src/testing/postgres.ts',
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
          globalSetup: 'server/src/testing/postgres.ts',
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
