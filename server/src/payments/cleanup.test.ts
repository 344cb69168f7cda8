import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { shopForThisFile } from '../../tests/support/app-for-file.ts';
import { create, newPayer, type Payer } from '../../tests/support/payments.ts';
import { idempotencyCleanup } from '../platform/idempotency/jobs.ts';
import { callbackCleanup } from './jobs.ts';

const shop = shopForThisFile();
let payer: Payer;
beforeAll(async () => {
  payer = await newPayer(shop);
});

test('the key of a payment is free again after three days, and a younger one still answers its payment', async () => {
  const [old, young] = [randomUUID(), randomUUID()];
  const first = { old: await create(shop, payer, {}, old), young: await create(shop, payer, {}, young) };
  const age = 'update idempotency_keys set expires_at = expires_at - $2::interval where key = $1';
  await shop.db.queryText(age, [old, '3 days 1 minute']);
  await shop.db.queryText(age, [young, '2 days 23 hours']);
  await shop.run(idempotencyCleanup, {});
  expect((await create(shop, payer, {}, old)).body.id).not.toBe(first.old.body.id);
  expect((await create(shop, payer, {}, young)).body.id).toBe(first.young.body.id);
});

test('a provider’s notification is stored for as long as it may be delivered again', async () => {
  const plant = `insert into provider_notifications (provider, event, object_id, received_at)
    values ('yookassa', 'payment', 'old', now() - interval '3 days 1 minute'),
      ('yookassa', 'payment', 'young', now() - interval '2 days')`;
  await shop.db.queryText(plant);
  await shop.run(callbackCleanup, {});
  const { rows } = await shop.db.queryText(
    "select object_id from provider_notifications where object_id in ('old', 'young')",
  );
  expect(rows).toEqual([{ object_id: 'young' }]);
});
