import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { fileTimes } from './scripts/file-times.mjs';
import { SlowFirst } from './scripts/slow-first.mjs';

const report = process.env.TEST_REPORT;
/**
 * A worker waits for its database, letters or browser a third of the time, so one more than there are cores keeps all of
 * them busy. With more than eight PostgreSQL runs out of connections.
 */
const maxWorkers = Math.max(3, Math.min(8, availableParallelism() + 1));

export default defineConfig({
  test: {
    reporters: [
      ['default', { summary: false }],
      ...(report ? [['json', { outputFile: report }] as const, fileTimes(`${report}.times`)] : []),
    ],
    sequence: { sequencer: SlowFirst },
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
          // As for the browser's: one test that fails by chance must not hide what the other thousands found.
          retry: 1,
          // Ends what hangs. A machine that is busy with something else takes three times as long for the heaviest.
          testTimeout: 60_000,
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
      {
        test: {
          name: 'web',
          include: ['web/{src,build}/**/*.test.{ts,tsx}'],
          isolate: false,
          maxWorkers,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          pool: 'forks',
          // One Chromium serves all files of a worker; each page has a context of its own.
          isolate: false,
          globalSetup: 'e2e/harness/global-setup.ts',
          maxWorkers: Math.min(3, maxWorkers),
          // A busy machine stops a browser for seconds. `npm test` names every test that needed its second try.
          retry: 1,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
