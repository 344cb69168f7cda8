import { expect, inject, test } from 'vitest';
import { runFuzz } from '../bench/src/fuzz/run-fuzz.ts';

test('hundreds of wrong requests over every endpoint: each is answered as documented, and the books stay right', async () => {
  const report = await runFuzz({ seed: 1, requests: 500, adminUrl: inject('databaseUrl') });
  expect(report.failures).toEqual([]);
  expect(report.ledgerFaults).toEqual([]);
  expect(report.succeeded.size).toBeGreaterThan(report.operations.length / 2);
});
