import { expect, test } from 'vitest';
import { runFaults } from '../bench/src/faults/run-faults.ts';
import { runSubscriptionFaults } from '../bench/src/faults/subscriptions.ts';

test('no payment, charge, hold or webhook is lost or doubled when processes, the database and the provider fail', async () => {
  const load = { clients: 3, programs: 2, minAcknowledged: 31 };
  const plan = { serverKills: 4, databaseKills: 1, timesEach: 1, orderPauseMs: 300, ...load, isProvedOnce: true };
  const [report] = await runFaults(plan, () => {});
  const suspects = [...(report?.suspects ?? []), ...(report?.business.suspects ?? [])].join('\n');
  const nothing = { lost: 0, doubled: 0, invented: 0, unsettled: 0, unbalanced: 0 };
  expect(report, suspects).toMatchObject({ ...nothing, faults: 26 });
  expect(report?.acknowledged).toBeGreaterThan(30);
  expect(report?.business, suspects).toMatchObject({ ...nothing, undelivered: 0, forged: 0 });
  expect(report?.business.acknowledged).toBeGreaterThan(30);
  expect(report?.business.refused).toBeGreaterThan(0);
  // Longer than all that the run itself waits for, which then says what was missing.
}, 600_000);

test('subscriptions are charged for the same days, once and in order, whatever is killed and however long workers sleep', async () => {
  const { suspects, ...figures } = await runSubscriptionFaults({ kills: 4, subscriptions: 24 });
  expect(figures, suspects.join('\n')).toMatchObject({ missing: 0, unexpected: 0, outOfOrder: 0, unbalanced: 0 });
  expect(figures.lines).toBeGreaterThan(400);
}, 600_000);
