import { expect, inject, test } from 'vitest';
import { runFuzz } from '../bench/src/fuzz/run-fuzz.ts';
import { migratedTemplate } from '../server/tests/support/database.ts';

test('fuzzed requests to every operation get documented answers and keep the books balanced', {
  timeout: 400_000,
}, async () => {
  const report = await runFuzz({
    seed: 1,
    requests: 2500,
    adminUrl: inject('databaseUrl'),
    template: migratedTemplate,
  });
  expect(report.failures).toEqual([]);
  expect(report.ledgerFaults).toEqual([]);
  expect(report.succeeded.size).toBeGreaterThan(report.operations.length * 0.45);
});
