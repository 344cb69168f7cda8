import { inspect } from 'node:util';
import { Kazna, KaznaError } from '@kazna/client';
import { expect, test } from 'vitest';
import { fundedOrganization } from '../support/charges.ts';
import { plantMeter } from '../support/usage.ts';
import { listeningAppForThisFile } from './listening-app.ts';

const site = listeningAppForThisFile();
const sale = { currency: 'RUB', description: 'Доставка' } as const;

async function refusalOf(call: Promise<unknown>): Promise<KaznaError> {
  const error = await call.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(KaznaError);
  return error as KaznaError;
}

test('the client creates an organization, finds it by the external id and changes it', async () => {
  const { organizations } = site.kazna;
  const form = {
    externalId: 'crm-17',
    kind: 'company',
    name: 'ООО «Ромашка»',
    ownerEmail: 'owner@example.ru',
  } as const;
  const created = await organizations.create(form);
  expect(await organizations.findByExternalId('crm-17')).toEqual(created);
  expect(await organizations.findByExternalId('crm-18')).toBeUndefined();
  expect(await organizations.update(created.id, { metadata: { plan: 'pro' } })).toMatchObject({
    id: created.id,
    metadata: { plan: 'pro' },
  });
});

test('the client charges, refunds a part, and reads the charge and the ledger', async () => {
  const organizationId = await fundedOrganization(site.app, 10_000);
  const { charges, ledger } = site.kazna;
  const charge = await charges.create({ organizationId, amountMinor: 4000, ...sale });
  await charges.refund(charge.id, { amountMinor: 1000, reason: 'Опоздали' });
  expect(await charges.get(charge.id)).toMatchObject({ amountMinor: 4000, refundedMinor: 1000 });
  const entries = await ledger.list({ organizationId }).toArray();
  expect(entries.map(({ amountMinor }) => amountMinor)).toEqual([1000, -4000, 10_000]);
});

test('the client sets aside, captures a part and releases another hold', async () => {
  const organizationId = await fundedOrganization(site.app, 10_000);
  const { holds, organizations } = site.kazna;
  const [first, second] = [
    await holds.create({ organizationId, amountMinor: 3000, ...sale }),
    await holds.create({ organizationId, amountMinor: 2000, ...sale }),
  ];
  expect((await organizations.get(organizationId)).balances).toMatchObject([{ balanceMinor: 5000, heldMinor: 5000 }]);
  expect(await holds.capture(first.id, { amountMinor: 2500 })).toMatchObject({
    status: 'captured',
    capturedMinor: 2500,
  });
  expect(await holds.release(second.id)).toMatchObject({ status: 'released' });
  expect(await holds.get(second.id)).toMatchObject({ status: 'released' });
  expect((await organizations.get(organizationId)).balances).toMatchObject([{ balanceMinor: 7500, heldMinor: 0 }]);
});

test('a batch of the client has a result for each charge, and its items get idempotency keys', async () => {
  const organizationId = await fundedOrganization(site.app, 1000);
  const [first, second] = await site.kazna.charges.batch([
    { organizationId, amountMinor: 700, ...sale },
    { organizationId, amountMinor: 700, ...sale },
  ]);
  expect(first).toMatchObject({ charge: { amountMinor: 700 } });
  expect(second).toMatchObject({ problem: { code: 'insufficient_funds', missingMinor: 400 } });
});

test('a charge beyond the balance rejects with 402 and what is missing', async () => {
  const organizationId = await fundedOrganization(site.app, 1000);
  const error = await refusalOf(site.kazna.charges.create({ organizationId, amountMinor: 1500, ...sale }));
  expect(error).toMatchObject({ status: 402, code: 'insufficient_funds', missingMinor: 500, attempts: 1 });
});

test('an invalid field rejects with its path, and no error of the client holds the key', async () => {
  const form = { organizationId: 'x', amountMinor: 0, ...sale };
  const error = await refusalOf(site.kazna.charges.create(form, { idempotencyKey: 'order-000017' }));
  expect(error).toMatchObject({ status: 400, code: 'validation_failed', field: 'organizationId' });
  expect(error.errors.map(({ path }) => path)).toEqual(['organizationId', 'amountMinor']);
  expect(error.idempotencyKey).toBe('order-000017');
  const unreachable = new Kazna({ url: 'http://127.0.0.1:1', key: site.key, maxAttempts: 1 });
  const lost = await refusalOf(unreachable.charges.create(form));
  expect(lost).toMatchObject({ status: 0, code: 'network_error' });
  for (const shown of [error, lost, unreachable]) expect(inspect(shown, { depth: 9 })).not.toContain(site.key);
});

test('a malformed key is refused without being quoted', () => {
  const key = `${site.key}\n`;
  expect(() => new Kazna({ url: site.url, key })).toThrow(/^`key` is not a key of Казна$/);
});

test('lists of the client go through every page, each item once', async () => {
  const organizationId = await fundedOrganization(site.app, 10_000);
  const items = Array.from({ length: 7 }, () => ({ organizationId, amountMinor: 10, ...sale }));
  await site.kazna.charges.batch(items);
  const list = site.kazna.charges.list({ organizationId, limit: 3 });
  const sizes: number[] = [];
  for await (const page of list.pages()) sizes.push(page.items.length);
  const ids = (await list.toArray()).map(({ id }) => id);
  expect(sizes).toEqual([3, 3, 1]);
  expect(new Set(ids).size).toBe(7);
  expect((await list.page()).items.map(({ id }) => id)).toEqual(ids.slice(0, 3));
});

test('events of the client are filtered by type and go on from the cursor of the last page', async () => {
  const organizationId = await fundedOrganization(site.app, 10_000);
  const { charges, events } = site.kazna;
  const first = await charges.create({ organizationId, amountMinor: 10, ...sale });
  const read = async (cursor?: string) => {
    const read = { ids: [] as unknown[], cursor: '' };
    for await (const page of events.list({ types: ['charge.created'], ...(cursor && { cursor }) }).pages()) {
      const mine = page.items.filter((event) => event.organizationId === organizationId);
      read.ids.push(...mine.map(({ data }) => data.id));
      read.cursor = page.resumeCursor;
    }
    return read;
  };
  const before = await read();
  const second = await charges.create({ organizationId, amountMinor: 10, ...sale });
  expect(before.ids).toEqual([first.id]);
  expect((await read(before.cursor)).ids).toEqual([second.id]);
});

test('the client sends usage in batches, repeats a failed call with the same ids, and has sent all once it is closed', async () => {
  const organizationId = await fundedOrganization(site.app, 10_000);
  const meter = await plantMeter(site.app.db);
  const bodies: string[] = [];
  const failing: typeof fetch = async (url, init) => {
    bodies.push(String(init?.body));
    // The first call is carried out and its answer lost.
    if (bodies.length === 1) await fetch(url, init).then(() => Promise.reject(new TypeError('cut off')));
    return fetch(url, init);
  };
  const { usage } = new Kazna({ url: site.url, key: site.key, fetch: failing });
  const occurredAt = new Date().toISOString();
  const sent = Array.from({ length: 1500 }, () => usage.send({ meter, organizationId, quantity: 2, occurredAt }));
  const refused = expect(usage.send({ meter: 'none', organizationId, occurredAt })).rejects.toMatchObject({
    code: 'meter_unknown',
  });
  await usage.close();
  await Promise.all(sent);
  await refused;
  expect(usage.unsent()).toEqual([]);
  expect(bodies).toHaveLength(3);
  expect(bodies[1]).toBe(bodies[0]);
  const days = { from: dayFrom(occurredAt, -1), to: dayFrom(occurredAt, 2) };
  expect((await site.kazna.usage.read({ organizationId, meter, ...days })).total).toBe('3000');
  await expect(usage.send({ meter, organizationId, occurredAt })).rejects.toThrow('closed');
});

test('a closing client that cannot reach Казна keeps its usage and sends it when it is closed again', async () => {
  const organizationId = await fundedOrganization(site.app, 10_000);
  const meter = await plantMeter(site.app.db);
  let isDown = true;
  const down: typeof fetch = (url, init) => (isDown ? Promise.reject(new TypeError('down')) : fetch(url, init));
  const { usage } = new Kazna({ url: site.url, key: site.key, fetch: down, maxAttempts: 1 });
  const sent = usage.send({ meter, organizationId, occurredAt: new Date().toISOString() });
  await expect(usage.close()).rejects.toBeInstanceOf(KaznaError);
  expect(usage.unsent()).toHaveLength(1);
  isDown = false;
  await usage.close();
  await sent;
});

test('usage that no call can take is refused alone, and the rest goes in as many calls as its bytes need', async () => {
  const organizationId = await fundedOrganization(site.app, 10_000);
  const meter = await plantMeter(site.app.db);
  const proxy: typeof fetch = async (url, init) =>
    Buffer.byteLength(String(init?.body)) > 500_000 ? new Response('Too large', { status: 413 }) : fetch(url, init);
  const { usage } = new Kazna({ url: site.url, key: site.key, fetch: proxy });
  const event = { meter, organizationId, occurredAt: new Date().toISOString() };
  const properties = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`p${index}`, 'ж'.repeat(500)]));
  const sent = Array.from({ length: 300 }, () => usage.send({ ...event, properties }));
  const refused = [
    usage.send({ ...event, quantity: 1n as unknown as number }),
    usage.send({ ...event, properties: { large: 'x'.repeat(5_000_000) } }),
    usage.send({ ...event, properties: { large: 'x'.repeat(600_000) } }),
    usage.send({ ...event, properties: JSON.parse('{"__proto__":"x"}') }),
  ].map((call) => expect(call).rejects.toMatchObject({ name: 'UsageRefusedError', code: 'event_invalid' }));
  sent.push(...Array.from({ length: 300 }, () => usage.send(event)));
  await usage.close();
  await Promise.all([...sent, ...refused]);
  const days = { from: dayFrom(event.occurredAt, -1), to: dayFrom(event.occurredAt, 2) };
  expect((await site.kazna.usage.read({ organizationId, meter, ...days })).total).toBe('600');
});

test('a thousand events of usage that wait after a failed call are not sent again by each further one', async () => {
  let calls = 0;
  const down: typeof fetch = () => Promise.reject(new TypeError(`down ${++calls}`));
  const { usage } = new Kazna({ url: site.url, key: site.key, fetch: down, maxAttempts: 1 });
  const send = () => void usage.send({ meter: 'x', occurredAt: new Date().toISOString() });
  for (let count = 0; count < 1000; count += 1) send();
  await expect.poll(() => calls).toBe(1);
  for (let count = 0; count < 20; count += 1) {
    await new Promise(setImmediate);
    send();
  }
  expect(calls).toBe(1);
  await expect(usage.close()).rejects.toBeInstanceOf(KaznaError);
  expect(usage.unsent()).toHaveLength(1020);
});

function dayFrom(time: string, days: number): string {
  return new Date(Date.parse(time) + days * 24 * 3_600_000).toISOString().slice(0, 10);
}
