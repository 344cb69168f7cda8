import { expect, test } from 'vitest';
import { fundedOrganization } from '../../../tests/support/charges.ts';
import { engineForThisFile } from '../../../tests/support/engine.ts';
import { untilDoneOrBlocked } from '../../../tests/support/organizations.ts';
import { monthly, plantTariff, runUntilDone } from '../../../tests/support/services.ts';
import { jobActors } from '../../audit/actions-store.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { insertVersion } from '../catalogue/catalogue-store.ts';
import { announcePrices } from './announce-prices.ts';
import { markAnnounced } from './announcements-store.ts';
import { connect } from './connect.ts';
import { findSubscription } from './subscriptions-store.ts';

const engine = engineForThisFile();
const { at, zone, context } = engine;

async function announce(tariffId: string, day: string): Promise<string> {
  const version = { id: uuidv7(), tariffId, number: 2, terms: { ...monthly, priceMinor: 50_000 } };
  const dates = { from: day, runningFrom: '2035-01-01' };
  await engine.db.transaction((tx) => insertVersion(tx, { ...version, ...dates, createdBy: jobActors.subscriptions }));
  return version.id;
}

test('two workers that announce one price at once leave out no subscription', async () => {
  await at('2027-01-10');
  const tariff = await plantTariff(engine.db);
  const organizationId = await fundedOrganization(engine, 1_000_000);
  const { id } = await engine.connect(organizationId, tariff.id);
  await engine.db.queryText(
    `insert into subscriptions (id, organization_id, tariff_id, version_id, quantity, status, anchor, started_on, charged_to,
       created_by)
     select gen_random_uuid(), organization_id, tariff_id, version_id, quantity, 'paused', anchor, started_on, charged_to,
       created_by
     from subscriptions, generate_series(1, 130) where id = $1`,
    [id],
  );
  const versionId = await announce(tariff.id, '2027-01-11');
  let second: Promise<unknown> | undefined;
  await engine.db.transaction(async (tx) => {
    await markAnnounced(tx, versionId, '2027-01-10', 100);
    second = announcePrices(context());
    await untilDoneOrBlocked(engine, second);
  });
  await second;
  await runUntilDone(context());
  const { rows } = await engine.db.queryText(
    'select count(*)::int as count from subscription_announcements where version_id = $1',
    [versionId],
  );
  expect(rows).toEqual([{ count: 131 }]);
});

test('a customer who connects while the announcing of a price ends is notified of it as well', async () => {
  await at('2027-02-10');
  const tariff = await plantTariff(engine.db);
  const [first, organizationId] = [
    await fundedOrganization(engine, 100_000),
    await fundedOrganization(engine, 100_000),
  ];
  await engine.connect(first, tariff.id);
  await announce(tariff.id, '2027-02-11');
  const form = { tariffId: tariff.id };
  const who = { organizationId, actorId: jobActors.subscriptions, mayConnectHidden: true };
  let announcing: Promise<unknown> | undefined;
  const { id } = await engine.db.transaction(async (tx) => {
    const row = await connect(tx, zone, { ...who, form });
    announcing = announcePrices(context()).then(() => announcePrices(context()));
    await untilDoneOrBlocked(engine, announcing);
    return row;
  });
  await announcing;
  await runUntilDone(context());
  expect((await findSubscription(engine.db, id))?.announced).toHaveLength(1);
});
