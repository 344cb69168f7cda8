import { listAllAudit } from '@kazna/contract/admin/audit';
import { createDiscount, endDiscount, listDiscounts } from '@kazna/contract/admin/subscriptions';
import { listAudit } from '@kazna/contract/cabinet/audit';
import { listServices } from '@kazna/contract/cabinet/services';
import type { Currency } from '@kazna/contract/shared/money';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import type { SignedIn } from '../../../tests/support/organizations.ts';
import { newPayer, type Payer } from '../../../tests/support/payments.ts';
import { plantTariff } from '../../../tests/support/services.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { maxDiscounts } from './discounts.ts';

const app = appForThisFile();
const reason = 'Договор на год';
let staff: SignedIn;
let token: string;
beforeAll(async () => {
  staff = await newStaff(app, 'finance', 'Фаина');
  token = staff.token;
});

const give = (organizationId: string, body: object) =>
  app.call(createDiscount, { params: { organizationId }, body: { reason, ...body } as never }, { token });
const list = async (organizationId: string) =>
  (await app.call(listDiscounts, { params: { organizationId } }, { token })).body.items;
const newTariff = async (currency: Currency = 'RUB') =>
  (await plantTariff(app.db, { priceMinor: 10_000, currency })).id;
const priceFor = async (payer: Payer, tariffId: string) => {
  const { items } = (await app.call(listServices, {}, { token: payer.token })).body;
  return items.flatMap(({ tariffs }) => tariffs).find(({ id }) => id === tariffId)?.discount;
};

test('a discount of a tariff goes before one of all tariffs, and its end brings that one back', async () => {
  const payer = await newPayer(app);
  const tariffId = await newTariff();
  const all = await give(payer.organizationId, { percent: 12.5 });
  expect(all.status).toBe(201);
  expect(await priceFor(payer, tariffId)).toEqual({ priceMinor: 8750, label: 'Скидка 12,5 %' });
  const own = await give(payer.organizationId, { tariffId, amountMinor: 4000, periods: 3 });
  expect(await priceFor(payer, tariffId)).toEqual({ priceMinor: 6000, label: 'Скидка, осталось периодов: 3' });
  expect(await list(payer.organizationId)).toMatchObject([
    {
      id: own.body.id,
      tariff: { id: tariffId },
      percent: null,
      amountMinor: 4000,
      currency: 'RUB',
      periods: 3,
      reason,
    },
    { id: all.body.id, tariff: null, percent: 12.5, amountMinor: null, currency: null, createdBy: 'Фаина' },
  ]);
  const end = () => app.call(endDiscount, { params: { discountId: own.body.id } }, { token });
  expect((await end()).status).toBe(204);
  expect((await end()).status).toBe(404);
  expect(await priceFor(payer, tariffId)).toMatchObject({ priceMinor: 8750 });
});

test('a discount by amount has the currency of its tariff and is taken off prices of that currency alone', async () => {
  const payer = await newPayer(app);
  const [roubles, dollars] = [await newTariff(), await newTariff('USD')];
  await give(payer.organizationId, { amountMinor: 1000 });
  expect(await list(payer.organizationId)).toMatchObject([{ tariff: null, currency: 'RUB' }]);
  expect(await priceFor(payer, roubles)).toMatchObject({ priceMinor: 9000 });
  expect(await priceFor(payer, dollars)).toBeNull();
  await give(payer.organizationId, { amountMinor: 2500, tariffId: dollars });
  expect((await list(payer.organizationId))[0]).toMatchObject({ currency: 'USD' });
  expect(await priceFor(payer, dollars)).toMatchObject({ priceMinor: 7500 });
});

test('discounts stand in both logs; members do not see who gave them', async () => {
  const payer = await newPayer(app);
  const { organizationId } = payer;
  const { body } = await give(organizationId, { percent: 10, periods: 2 });
  await app.call(endDiscount, { params: { discountId: body.id } }, { token });
  const own = await app.call(listAudit, { params: { organizationId } }, { token: payer.token });
  expect(own.body.items.slice(0, 2)).toMatchObject([
    { action: 'discount.ended', actorName: 'Поддержка', details: { percent: '10' } },
    {
      action: 'discount.given',
      actorName: 'Поддержка',
      address: null,
      details: { percent: '10', periods: '2', reason },
    },
  ]);
  const all = await app.call(listAllAudit, { query: { organizationId } }, { token });
  expect(all.body.items[0]).toMatchObject({ action: 'discount.ended', actorName: 'Фаина' });
});

test('a discount is refused to an unknown or closed organization, of an unknown tariff, and without one size', async () => {
  const { organizationId } = await newPayer(app);
  expect(await give(uuidv7(), { percent: 5 })).toMatchObject({ status: 404 });
  expect(await give(organizationId, { percent: 5, tariffId: uuidv7() })).toMatchObject({ status: 404 });
  expect(await give(organizationId, {})).toMatchObject({ status: 400, body: { errors: [{ path: 'percent' }] } });
  expect((await give(organizationId, { percent: 5, amountMinor: 5 })).status).toBe(400);
  expect((await give(organizationId, { percent: 0.001 })).status).toBe(400);
  await app.db.queryText("update organizations set status = 'closed', closed_at = now() where id = $1", [
    organizationId,
  ]);
  expect(await give(organizationId, { percent: 5 })).toMatchObject({ body: { code: 'organization_closed' } });
});

test('an organization has no more discounts than allowed, also when several are given at once', async () => {
  const { organizationId } = await newPayer(app);
  await app.db.queryText(
    `insert into discounts (id, organization_id, percent, reason, created_by)
     select gen_random_uuid(), $1, 1, 'Договор', $2 from generate_series(1, $3::int)`,
    [organizationId, staff.id, maxDiscounts - 1],
  );
  const answers = await Promise.all([1, 2, 3].map(() => give(organizationId, { percent: 5 })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
});
