import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { fileTimes } from './scripts/file-times.mjs';

const report = process.env.TEST_REPORT;
/** A worker waits for its database about half of the time. With more of them PostgreSQL runs out of connections. */
const maxWorkers = Math.max(2, Math.min(8, availableParallelism()));

export default defineConfig({
  test: {
    reporters: [
      ['default', { summary: false }],
      ...(report ? [['json', { outputFile: report }] as const, fileTimes(`${report}.times`)] : []),
    ],
    projects: [
      { test: { name: 'contract', include: ['contract/src/**/*.test.ts'], isolate: false, maxWorkers } },
      {
        test: {
          name: 'server',
          include: ['server/{src,tests}/**/*.test.ts'],
          pool: 'forks',
          // Each file has an app and a database of its own; the modules are loaded once for all.
          isolate: false,
          maxWorkers,
          globalSetup: 'server/tests/support/global-setup.ts',
          setupFiles: 'server/tests/support/setup.ts',
          testTimeout: 20_000,
          hookTimeout: 60_000,
          // The default of a second is less than a loaded machine needs.
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        test: {
          name: 'sandbox',
          include: ['sandbox/src/**/*.test.ts'],
          pool: 'forks',
          isolate: false,
          maxWorkers,
          testTimeout: 30_000,
        },
      },
      { test: { name: 'bench', include: ['bench/src/**/*.test.ts'], isolate: false, maxWorkers } },
      { test: { name: 'web', include: ['web/src/**/*.test.{ts,tsx}'], isolate: false, maxWorkers } },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          pool: 'forks',
          // One Chromium serves all files of a worker; each page has a context of its own.
          isolate: false,
          globalSetup: 'e2e/harness/global-setup.ts',
          maxWorkers: 2,
          // A busy machine stops a browser for seconds. `npm test` names every test that needed its second try.
          retry: 1,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
