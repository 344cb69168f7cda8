import { expect, test } from 'vitest';
import { fundedOrganization, topUp } from '../../../tests/support/charges.ts';
import { engineForThisFile } from '../../../tests/support/engine.ts';
import { plantTariff } from '../../../tests/support/services.ts';
import { findSubscription } from './subscriptions-store.ts';

const engine = engineForThisFile();

test('of subscriptions that are due on one day the older one is charged while the money lasts', async () => {
  await engine.at('2030-03-01');
  const { id: tariffId } = await plantTariff(engine.db, { priceMinor: 30_000 });
  const organizationId = await fundedOrganization(engine, 90_000);
  const older = await engine.connect(organizationId, tariffId);
  const newer = await engine.connect(organizationId, tariffId);
  await engine.pass('2030-04-01');
  expect((await findSubscription(engine.db, older.id))?.status).toBe('active');
  expect((await findSubscription(engine.db, newer.id))?.status).toBe('suspended');
});

test.each(['after the trial', 'paid late, in the days of grace'])(
  'the fee for connecting takes money before the days that come with it, %s',
  async (when) => {
    await engine.at('2030-03-01');
    const terms = { priceMinor: 30_000, setupFeeMinor: 5000, trialDays: 3, graceDays: 5 };
    const { id: tariffId } = await plantTariff(engine.db, terms);
    const isLate = when !== 'after the trial';
    const organizationId = await fundedOrganization(engine, isLate ? 1 : 90_000);
    const subscription = await engine.connect(organizationId, tariffId);
    await engine.pass('2030-03-04');
    if (isLate) {
      await topUp(engine, organizationId, 90_000);
      await engine.pass('2030-03-05');
    }
    expect((await engine.linesOf(subscription)).map(([kind]) => kind)).toEqual(['setup', 'period']);
  },
);
