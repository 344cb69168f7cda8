import { randomUUID } from 'node:crypto';
import { createCharge, createChargeBatch, listCharges } from '@kazna/contract/v1/charges';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { callerWith, fundedOrganization } from '../../../tests/support/charges.ts';
import { type CuttingProxy, startCuttingProxy } from '../../../tests/support/cutting-proxy.ts';
import { newKey } from '../../../tests/support/keys.ts';
import { announcementChannel } from '../../platform/db/announce.ts';

let proxy: CuttingProxy;
let app: TestApp;
let key: string;
beforeAll(async () => {
  proxy = await startCuttingProxy(inject('databaseUrl'));
  app = await startTestApp(proxy.url);
  ({ key } = await newKey(app));
});
afterAll(async () => {
  await app.close();
  await proxy.close();
});

const charge = (organizationId: string, description: string) =>
  ({ organizationId, amountMinor: 1000, currency: 'RUB', description, metadata: {} }) as const;

async function chargesOf(organizationId: string) {
  const { body } = await callerWith(app, key)(listCharges, { query: { organizationId, limit: 20 } });
  return body.items.map(({ description }) => description);
}

test.each([true, false])(
  'a charge whose connection breaks at its commit is repeated by its key and made once (commit carried out: %s)',
  async (isForwarded) => {
    const organizationId = await fundedOrganization(app, 10_000);
    const description = `cut ${randomUUID()}`;
    proxy.cutOnce({ on: 'commit', after: description, isForwarded });
    const body = charge(organizationId, description);
    const { status, body: charged } = await callerWith(app, key)(createCharge, { body });
    expect([status, proxy.isCut()]).toEqual([201, true]);
    expect(charged).toMatchObject({ description, refundedMinor: 0 });
    expect(await chargesOf(organizationId)).toEqual([description]);
  },
);

test.each([true, false])(
  'a charge whose commit stays unconfirmed asks for the same key and is there once after it (commit carried out: %s)',
  async (isForwarded) => {
    const organizationId = await fundedOrganization(app, 10_000);
    const call = callerWith(app, key);
    const idempotencyKey = randomUUID();
    const description = `cut ${randomUUID()}`;
    proxy.cutOnce({ on: 'commit', after: description, isForwarded, times: 2 });
    const body = charge(organizationId, description);
    const first = await call(createCharge, { body }, idempotencyKey);
    expect(first).toMatchObject({ status: 503, body: { code: 'outcome_unknown' } });
    expect(await chargesOf(organizationId)).toHaveLength(isForwarded ? 1 : 0);
    expect(await call(createCharge, { body }, idempotencyKey)).toMatchObject({ status: 201 });
    expect(await chargesOf(organizationId)).toEqual([description]);
  },
);

test('open pages look at the balance anew after a charge whose commit stays unconfirmed', async () => {
  const organizationId = await fundedOrganization(app, 10_000);
  const heard: string[] = [];
  const stop = await app.db.listen(
    announcementChannel,
    (payload) => heard.push(payload),
    () => {},
  );
  const description = `cut ${randomUUID()}`;
  proxy.cutOnce({ on: 'commit', after: description, isForwarded: true, times: 2 });
  const { status } = await callerWith(app, key)(createCharge, { body: charge(organizationId, description) });
  expect(status).toBe(503);
  await expect
    .poll(() => heard.map((payload) => JSON.parse(payload)))
    .toContainEqual({ organizationId, topic: 'balance' });
  await stop();
});

test('items of a batch whose commit is not confirmed say so, and items of other organizations are charged', async () => {
  const [cut, whole] = [await fundedOrganization(app, 10_000), await fundedOrganization(app, 10_000)];
  const description = `cut ${randomUUID()}`;
  const charges = [charge(cut, description), charge(whole, 'whole')].map((form) => ({
    ...form,
    idempotencyKey: randomUUID(),
  }));
  proxy.cutOnce({ on: 'commit', after: description, isForwarded: true });
  const call = callerWith(app, key);
  const first = await call(createChargeBatch, { body: { charges } });
  expect(first.body.results).toMatchObject([{ problem: { code: 'outcome_unknown' } }, { charge: {} }]);
  const again = await call(createChargeBatch, { body: { charges } });
  expect(again.body.results).toMatchObject([{ charge: {} }, { charge: {} }]);
  expect([await chargesOf(cut), await chargesOf(whole)]).toEqual([[description], ['whole']]);
});
