import { getSpending, setBudget } from '@kazna/contract/cabinet/spending';
import { createCharge } from '@kazna/contract/v1/charges';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import { callerWith, topUp } from '../../tests/support/charges.ts';
import { newKey } from '../../tests/support/keys.ts';
import { newPayer, type Payer } from '../../tests/support/payments.ts';
import { setClock } from '../../tests/support/services.ts';
import { warnOfBudgets } from './budgets.ts';

const app = appForThisFile();
let call: ReturnType<typeof callerWith>;
beforeAll(async () => {
  call = callerWith(app, (await newKey(app)).key);
  await setClock(app.db, '2026-11-10T09:00:00Z');
});

async function newCustomer(): Promise<Payer> {
  const payer = await newPayer(app);
  await topUp(app, payer.organizationId, 1_000_000);
  return payer;
}

const charge = ({ organizationId }: Payer, amountMinor: number, service = 'Хостинг') =>
  call(createCharge, { body: { organizationId, amountMinor, currency: 'RUB', description: 'Услуга', service } });

const set = ({ organizationId, token }: Payer, service: string | null, limitMinor: number | null) =>
  app.call(setBudget, { params: { organizationId }, body: { currency: 'RUB', service, limitMinor } }, { token });

async function warnings({ organizationId }: Payer): Promise<string[]> {
  await warnOfBudgets(app.db);
  const { rows } = await app.db.queryText(
    `select kind || coalesce(' ' || (details ->> 'service'), '') as text from notifications
     where organization_id = $1 and kind like 'budget%' order by id`,
    [organizationId],
  );
  return rows.map(({ text }) => text as string);
}

test('a budget warns at 80 % and at all of it, once a month each', async () => {
  const payer = await newCustomer();
  expect((await set(payer, 'Хостинг', 1000)).status).toBe(204);
  await set(payer, null, 10_000);
  await charge(payer, 799);
  await charge(payer, 5000, 'Связь');
  expect(await warnings(payer)).toEqual([]);
  await charge(payer, 1);
  expect(await warnings(payer)).toEqual(['budget_near Хостинг']);
  expect(await warnings(payer)).toHaveLength(1);
  await charge(payer, 200);
  expect(await warnings(payer)).toEqual(['budget_near Хостинг', 'budget_spent Хостинг']);
  await charge(payer, 4000, 'Связь');
  expect(await warnings(payer)).toEqual(['budget_near Хостинг', 'budget_spent Хостинг', 'budget_spent']);
  await set(payer, null, null);
  await set(payer, null, 11_000);
  expect(await warnings(payer)).toHaveLength(3);

  await setClock(app.db, '2026-12-02T09:00:00Z');
  expect(await warnings(payer)).toHaveLength(3);
  await charge(payer, 900);
  expect((await warnings(payer)).slice(3)).toEqual(['budget_near Хостинг']);
  await setClock(app.db, '2026-11-10T09:00:00Z');
});

test('spending shows budgets with what the month has used, without those that were removed', async () => {
  const payer = await newCustomer();
  await set(payer, 'Хостинг', 1000);
  await set(payer, 'Связь', 500);
  await set(payer, null, 5000);
  await set(payer, 'Связь', null);
  await charge(payer, 300);
  await charge(payer, 70, 'Связь');
  const { organizationId, token } = payer;
  const query = { currency: 'RUB' } as const;
  const { body } = await app.call(getSpending, { params: { organizationId }, query }, { token });
  expect(body.budgets).toEqual([
    { service: null, limitMinor: 5000, spentMinor: 370 },
    { service: 'Хостинг', limitMinor: 1000, spentMinor: 300 },
  ]);
  // Of 30 days' pace, 20 are left of November.
  expect(body.month).toEqual({ spentMinor: 370, forecastMinor: 370 + Math.round((370 * 20) / 30) });
});

test('budgets that were removed do not count towards the most that an organization may have', async () => {
  const payer = await newCustomer();
  for (let index = 0; index < 50; index += 1) await set(payer, `Услуга ${index}`, 1000);
  expect(await set(payer, 'Ещё одна', 1000)).toMatchObject({ body: { code: 'too_many_budgets' } });
  await set(payer, 'Услуга 0', null);
  expect((await set(payer, 'Ещё одна', 1000)).status).toBe(204);
});
