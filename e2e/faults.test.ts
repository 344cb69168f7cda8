import { expect, test } from 'vitest';
import { runFaults } from '../bench/src/faults/run-faults.ts';

test('no payment, charge, hold or webhook is lost or doubled when processes, the database and the provider fail', async () => {
  const plan = { serverKills: 4, databaseKills: 1, timesEach: 1, clients: 3, programs: 2, isProvedOnce: true };
  const [report] = await runFaults(plan, () => {});
  const nothing = { lost: 0, doubled: 0, invented: 0, unsettled: 0, unbalanced: 0 };
  expect(report).toMatchObject({ ...nothing, faults: 23 });
  expect(report?.acknowledged).toBeGreaterThan(30);
  expect(report?.business).toMatchObject({ ...nothing, undelivered: 0, forged: 0 });
  expect(report?.business.acknowledged).toBeGreaterThan(30);
  expect(report?.business.refused).toBeGreaterThan(0);
}, 240_000);
