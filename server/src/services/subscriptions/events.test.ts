import { expect, test } from 'vitest';
import { topUp } from '../../../tests/support/charges.ts';
import { engineForThisFile } from '../../../tests/support/engine.ts';
import { insertOwnedOrganization, insertPerson } from '../../../tests/support/history-rows.ts';
import { plantTariff, runUntilDone } from '../../../tests/support/services.ts';
import * as operations from './operations.ts';

const engine = engineForThisFile();
const { at, pass, connect, context, staff } = engine;

/** Types and the statuses that they tell of, since the last call. */
function eventsOf(organizationId: string) {
  let seen = 0;
  return async () => {
    const { rows } = await engine.db.queryText(
      `select type, body ->> 'status' as status from events
       where organization_id = $1 and type like 'subscription.%' order by seq offset $2`,
      [organizationId, seen],
    );
    seen += rows.length;
    return rows.map(({ type, status }) => `${String(type).replace('subscription.', '')}: ${status}`);
  };
}

test('each change of a subscription is an event for programs, once and in order', async () => {
  await at('2028-01-01');
  const tariff = await plantTariff(engine.db, { graceDays: 3, mayPause: true, maxQuantity: 2, trialDays: 5 });
  const organizationId = await insertOwnedOrganization(engine.db, await insertPerson(engine.db), 30_000);
  const { id } = await connect(organizationId, tariff.id);
  const told = eventsOf(organizationId);
  expect(await told()).toEqual(['created: trial']);
  await pass('2028-01-06');
  expect(await told()).toEqual(['charged: active']);
  await pass('2028-02-07');
  expect(await told()).toEqual(['past_due: past_due']);
  await topUp(engine, organizationId, 30_000);
  await runUntilDone(context());
  expect(await told()).toEqual(['charged: active']);
  await pass('2028-03-20');
  expect(await told()).toEqual(['suspended: suspended']);
  await topUp(engine, organizationId, 90_000);
  await runUntilDone(context());
  expect(await told()).toEqual(['resumed: active']);
  await operations.pause(context(), staff, id);
  expect(await told()).toEqual(['paused: paused']);
  await operations.resume(context(), staff, id);
  expect(await told()).toEqual(['resumed: active']);
  await operations.change(context(), staff, id, { quantity: 2 });
  expect(await told()).toEqual(['changed: active']);
  await operations.change(context(), staff, id, { quantity: 1 });
  expect(await told()).toEqual(['changed: active']);
  await pass('2028-04-06');
  expect(await told()).toEqual(['changed: active', 'charged: active']);
  await operations.stop(context(), staff, id, { when: 'period_end' });
  expect(await told()).toEqual(['changed: stopping']);
  await pass('2028-05-06');
  expect(await told()).toEqual(['stopped: ended']);
});
