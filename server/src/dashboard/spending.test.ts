import { getEntryTotals } from '@kazna/contract/cabinet/balance';
import type { Period } from '@kazna/contract/cabinet/dashboard';
import { getSpending, maxServices } from '@kazna/contract/cabinet/spending';
import { createCharge, refundCharge } from '@kazna/contract/v1/charges';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import { callerWith, topUp } from '../../tests/support/charges.ts';
import { newKey } from '../../tests/support/keys.ts';
import { newPayer, type Payer } from '../../tests/support/payments.ts';

const app = appForThisFile({ env: { API_RATE_LIMIT: '1000000' } });
let call: ReturnType<typeof callerWith>;
beforeAll(async () => {
  call = callerWith(app, (await newKey(app)).key);
});

async function newCustomer(): Promise<Payer> {
  const payer = await newPayer(app);
  await topUp(app, payer.organizationId, 1_000_000);
  return payer;
}

async function charge({ organizationId }: Payer, service: string | undefined, amountMinor: number): Promise<string> {
  const body = { organizationId, amountMinor, currency: 'RUB', description: 'Услуга', service } as const;
  return (await call(createCharge, { body })).body.id;
}

const spending = async ({ organizationId, token }: Payer, period: Period = '30d') =>
  (await app.call(getSpending, { params: { organizationId }, query: { period, currency: 'RUB' } }, { token })).body;

/** Charges less their refunds, as the list of operations counts them. */
async function ledgerSum({ organizationId, token }: Payer): Promise<number> {
  const { body } = await app.call(getEntryTotals, { params: { organizationId }, query: {} }, { token });
  return body.items
    .filter(({ kind }) => kind === 'charge' || kind === 'charge_refund')
    .reduce((sum, { inMinor, outMinor }) => sum + outMinor - inMinor, 0);
}

test('spending by service names the largest, sums up the rest, takes refunds off and agrees with the ledger', async () => {
  const payer = await newCustomer();
  const services = ['Хостинг', 'Связь', 'Почта', 'Домены', 'Диски', 'SMS', undefined];
  for (const [index, service] of services.entries())
    for (let turn = 0; turn < 2; turn += 1) await charge(payer, service, 1000 - index * 100);
  const returned = await charge(payer, 'Хостинг', 5000);
  await call(refundCharge, { params: { chargeId: returned }, body: { amountMinor: 4900, reason: 'Сбой' } });
  const { total, services: named, others, series } = await spending(payer);
  expect(named.map(({ service, amountMinor, count }) => [service, amountMinor, count])).toEqual([
    ['Хостинг', 2100, 3],
    ['Связь', 1800, 2],
    ['Почта', 1600, 2],
    ['Домены', 1400, 2],
    ['Диски', 1200, 2],
  ]);
  expect(named).toHaveLength(maxServices);
  expect(others).toEqual({ services: 2, amountMinor: 1800, count: 4, previousMinor: 0 });
  expect(total).toEqual({ amountMinor: await ledgerSum(payer), count: 15, previousMinor: 0 });
  expect(series.at(-1)?.amounts).toEqual([2100, 1800, 1600, 1400, 1200, 1800]);
  expect(
    series
      .slice(0, -1)
      .flatMap(({ amounts }) => amounts)
      .every((amount) => amount === 0),
  ).toBe(true);
});

test('a service whose charges were all refunded is not spent on', async () => {
  const payer = await newCustomer();
  const id = await charge(payer, 'Хостинг', 500);
  await call(refundCharge, { params: { chargeId: id }, body: { reason: 'Сбой' } });
  const { total, services, others } = await spending(payer);
  expect({ total, services, others }).toEqual({
    ...{ total: { count: 0, amountMinor: 0, previousMinor: 0 }, services: [], others: null },
  });
});

test('spending begins with the first Moscow day of the period', async () => {
  const payer = await newCustomer();
  await charge(payer, 'Хостинг', 500);
  const first = `((now() at time zone 'Europe/Moscow')::date - 6)::timestamp at time zone 'Europe/Moscow'`;
  const shift = async (time: string) => {
    await app.db.transaction(async (tx) => {
      await tx.queryText('alter table ledger_entries disable trigger user');
      await tx.queryText(
        `update ledger_entries set created_at = ${time} where organization_id = $1 and kind = 'charge'`,
        [payer.organizationId],
      );
      await tx.queryText('alter table ledger_entries enable trigger user');
    });
    return (await spending(payer, '7d')).total.amountMinor;
  };
  expect(await shift(first)).toBe(500);
  expect(await shift(`${first} - interval '1 second'`)).toBe(0);
});
