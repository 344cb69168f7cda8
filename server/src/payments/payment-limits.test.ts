import { createPayment, exportPayments } from '@kazna/contract/cabinet/payments';
import { exportProfile } from '@kazna/contract/cabinet/profile';
import { expect, test } from 'vitest';
import { shopForThisFile } from '../../tests/support/app-for-file.ts';
import { addMember, openCompany } from '../../tests/support/organizations.ts';
import { newPayer } from '../../tests/support/payments.ts';

const shop = shopForThisFile({ PAYMENTS_PER_HOUR: '2' });

const body = { amountMinor: 10_000, currency: 'RUB', method: 'card' } as const;
const start = ({ token }: { token: string }, key: string = crypto.randomUUID()) =>
  shop.call(createPayment, { body }, { token, headers: { 'idempotency-key': key } });
const statuses = async (by: { token: string }, times: number) => {
  const seen: number[] = [];
  for (let turn = 0; turn < times; turn += 1) seen.push((await start(by)).status);
  return seen;
};

test('payments of one person beyond the hourly limit are answered 429 and leave nothing behind', async () => {
  const payer = await newPayer(shop);
  expect(await statuses(payer, 2)).toEqual([201, 201]);
  const refused = await start(payer);
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const { rows } = await shop.db.queryText('select count(*)::int as count from payments where created_by = $1', [
    payer.id,
  ]);
  expect(rows).toEqual([{ count: 2 }]);
});

test('a payment that was started is answered again by its key, limit or no limit', async () => {
  const payer = await newPayer(shop);
  const first = await start(payer, 'the-first-key');
  await statuses(payer, 3);
  expect(await start(payer, 'the-first-key')).toMatchObject({ status: 201, body: { id: first.body.id } });
});

test('payments started at once do not slip past the limit together', async () => {
  const payer = await newPayer(shop);
  const answers = await Promise.all(Array.from({ length: 8 }, () => start(payer)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, ...Array(6).fill(429)]);
});

test('people of one organization together start three times as many payments an hour as one person', async () => {
  const owner = await newPayer(shop);
  const { id: organizationId } = await openCompany(shop, owner);
  const seen: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    const member = await newPayer(shop);
    await addMember(shop, organizationId, member);
    await shop.db.queryText('update sessions set organization_id = $1 where user_id = $2', [organizationId, member.id]);
    seen.push(...(await statuses(member, 2)));
  }
  expect(seen).toEqual([...Array(6).fill(201), 429, 429]);
});

test('a person makes 60 files an hour; one more is answered 429 with a time to come back', async () => {
  const payer = await newPayer(shop);
  const { token } = payer;
  const file = () =>
    shop.app.inject({
      url: exportPayments.path,
      query: { format: 'csv' },
      headers: { authorization: `Bearer ${token}` },
    });
  expect((await file()).statusCode).toBe(200);
  await shop.db.queryText("update throttle_counters set hits = 60 where bucket like 'exports:%'");
  const refused = await file();
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await shop.call(exportProfile, {}, { token })).status).toBe(429);
});
