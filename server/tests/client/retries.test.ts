import { Kazna } from '@kazna/client';
import { idempotencyKey } from '@kazna/contract/v1/fields';
import { expect, test } from 'vitest';
import { isRetryable, retryDelayMs } from '../../../client/src/transport.ts';
import { fundedOrganization } from '../support/charges.ts';
import { receiverForThisTest } from '../support/webhooks-for-file.ts';
import { droppingProxyForThisTest } from './dropping-proxy.ts';
import { listeningAppForThisFile } from './listening-app.ts';

const site = listeningAppForThisFile();
const sale = { amountMinor: 100, currency: 'RUB', description: 'Доставка' } as const;

/** A client whose calls get these answers in turn; the last one again and again. */
function clientAnswered(answers: (() => Response | Promise<Response>)[], options: { maxAttempts?: number } = {}) {
  const requests: { key: string | null; body: unknown }[] = [];
  const answer: typeof fetch = async (_url, init) => {
    requests.push({ key: new Headers(init?.headers).get('idempotency-key'), body: init?.body });
    return (answers[requests.length - 1] ?? answers.at(-1))?.() as Response;
  };
  const kazna = new Kazna({ url: 'https://cabinet.example.ru', key: 'kzn_live_x', fetch: answer, ...options });
  return { kazna, requests };
}

const busy =
  (status: number, headers = {}) =>
  () =>
    Response.json({ code: 'unavailable', detail: '' }, { status, headers });
const created = () => Response.json({ id: 'c' }, { status: 201 });

test('a charge whose answers are lost is repeated with the same key and made once', async () => {
  const organizationId = await fundedOrganization(site.app, 1000);
  const { url, requests } = await droppingProxyForThisTest(site.url, 2);
  const kazna = new Kazna({ url, key: site.key });
  const charge = await kazna.charges.create({ organizationId, ...sale });
  expect(requests).toHaveLength(3);
  expect(new Set(requests).size).toBe(1);
  expect(await site.kazna.charges.list({ organizationId }).toArray()).toEqual([charge]);
});

test('a batch whose answer is lost is repeated with the same keys of its items', async () => {
  const organizationId = await fundedOrganization(site.app, 1000);
  const { url, requests } = await droppingProxyForThisTest(site.url, 1);
  const results = await new Kazna({ url, key: site.key }).charges.batch([{ organizationId, ...sale }]);
  expect(requests).toHaveLength(2);
  const charges = await site.kazna.charges.list({ organizationId }).toArray();
  expect(results).toEqual(charges.map((charge) => ({ charge, idempotencyKey: expect.any(String) })));
});

test('a batch that is repeated with the key of its error charges each item once, although its items have no keys', async () => {
  const organizationId = await fundedOrganization(site.app, 1000);
  const { url } = await droppingProxyForThisTest(site.url, 1);
  const items = [sale, sale].map((form) => ({ organizationId, ...form }));
  const lost = await new Kazna({ url, key: site.key, maxAttempts: 1 }).charges.batch(items).catch((error) => error);
  expect(lost).toMatchObject({ code: 'network_error' });
  const results = await site.kazna.charges.batch(items, { idempotencyKey: lost.idempotencyKey });
  expect(results).toMatchObject([{ charge: sale }, { charge: sale }]);
  expect(await site.kazna.charges.list({ organizationId }).toArray()).toHaveLength(2);
});

const results =
  (...all: object[]) =>
  () =>
    Response.json({ results: all });
const [done, failed] = [{ charge: { id: 'c' } }, { problem: { code: 'unavailable' } }];
const chargesOf = ({ body }: { body: unknown }) => JSON.parse(String(body)).charges;

test('items of a batch that the database failed for are repeated with the same keys, and only they', async () => {
  const refused = { problem: { code: 'insufficient_funds' } };
  const { kazna, requests } = clientAnswered([results(done, failed, refused, failed), results(done, refused)]);
  const items = [1, 2, 3, 4].map((amountMinor) => ({ organizationId: 'x', ...sale, amountMinor }));
  expect(await kazna.charges.batch(items)).toMatchObject([done, done, refused, refused]);
  const [first, second] = requests.map(chargesOf);
  expect(second).toEqual([first[1], first[3]]);
});

test.each([
  ['fail to the end', results(failed)],
  ['get no answer', () => Promise.reject(new TypeError('fetch failed'))],
  ['are refused as a whole', busy(401)],
])('items of a batch whose repetitions %s are outcome_unknown beside what was charged', async (_, later) => {
  const { kazna, requests } = clientAnswered([results(done, failed), later], { maxAttempts: 1 });
  const items = [1, 2].map((amountMinor) => ({ organizationId: 'x', ...sale, amountMinor }));
  const [charged, open] = await kazna.charges.batch(items);
  const [first, second] = chargesOf(requests[0] as { body: unknown });
  expect(charged).toEqual({ ...done, idempotencyKey: first.idempotencyKey });
  expect(open).toMatchObject({ problem: { code: 'outcome_unknown' }, idempotencyKey: second.idempotencyKey });
});

test('items of a batch get keys of the batch’s key and their place, equal items different ones', async () => {
  const { kazna, requests } = clientAnswered([results(done, done, done)]);
  const items = [{}, {}, { idempotencyKey: 'order-000017' }].map((own) => ({ organizationId: 'x', ...sale, ...own }));
  for (const key of ['a'.repeat(64), 'a'.repeat(64), 'b'.repeat(8)])
    await kazna.charges.batch(items, { idempotencyKey: key });
  const [first, repeated, other] = requests.map((request) =>
    chargesOf(request).map((item: { idempotencyKey: string }) => item.idempotencyKey),
  );
  expect(repeated).toEqual(first);
  expect(first[2]).toBe('order-000017');
  const keys = new Set([...first, ...other]);
  expect(keys.size).toBe(5);
  for (const key of keys) expect(idempotencyKey.safeParse(key).success).toBe(true);
});

test('a deletion whose answer is lost has succeeded', async () => {
  const receiver = await receiverForThisTest();
  const { id } = await site.kazna.webhookEndpoints.create({ url: receiver.url, types: ['*'] });
  const { url, requests } = await droppingProxyForThisTest(site.url, 1);
  await new Kazna({ url, key: site.key }).webhookEndpoints.delete(id);
  expect(requests).toHaveLength(2);
  await expect(site.kazna.webhookEndpoints.delete(id)).rejects.toMatchObject({ status: 404 });
});

test.each([408, 429, 500, 502, 503, 504])('an answer of %i is retried with the same key and body', async (status) => {
  const { kazna, requests } = clientAnswered([busy(status), created]);
  await kazna.charges.create({ organizationId: 'x', ...sale });
  expect(requests).toHaveLength(2);
  expect(requests[1]).toEqual(requests[0]);
});

test.each([400, 401, 402, 403, 404, 409, 413, 422])('an answer of %i is not retried', async (status) => {
  const { kazna, requests } = clientAnswered([busy(status), created]);
  await expect(kazna.charges.create({ organizationId: 'x', ...sale })).rejects.toMatchObject({ status });
  expect(requests).toHaveLength(1);
});

test('retries are bounded, and the error holds the key for a later one', async () => {
  const { kazna, requests } = clientAnswered([() => Promise.reject(new TypeError('fetch failed'))], { maxAttempts: 3 });
  const error = await kazna.charges.create({ organizationId: 'x', ...sale }).catch((reason) => reason);
  expect(error).toMatchObject({ code: 'network_error', attempts: 3, cause: { message: 'fetch failed' } });
  expect(requests.map(({ key }) => key)).toEqual(Array(3).fill(error.idempotencyKey));
});

test('a server that asks to wait for longer than a minute is not waited for', async () => {
  const { kazna, requests } = clientAnswered([busy(429, { 'retry-after': '3600' }), created]);
  await expect(kazna.charges.create({ organizationId: 'x', ...sale })).rejects.toMatchObject({ status: 429 });
  expect(requests).toHaveLength(1);
});

test('an aborted call is not repeated, be it running or waiting', async () => {
  const waiting = new AbortController();
  const { kazna, requests } = clientAnswered([
    () => {
      setTimeout(() => waiting.abort(new Error('stop')), 5);
      return busy(503, { 'retry-after': '30' })();
    },
  ]);
  const form = { organizationId: 'x', ...sale };
  await expect(kazna.charges.create(form, { signal: waiting.signal })).rejects.toThrow('stop');
  await expect(kazna.charges.create(form, { signal: AbortSignal.abort(new Error('no')) })).rejects.toThrow('no');
  expect(requests.length).toBeLessThanOrEqual(2);
});

test.each([
  ['a page of a proxy', () => new Response('<h1>Hello</h1>'), 200],
  ['a redirect', () => new Response(null, { status: 302, headers: { location: '/auth' } }), 302],
])('the client rejects %s as no answer of the operator API', async (_what, answer, status) => {
  const { kazna } = clientAnswered([answer]);
  const call = kazna.organizations.get('x');
  await expect(call).rejects.toMatchObject({ status, code: 'unexpected_answer' });
});

test('the delay before a retry doubles up to a limit, with jitter, after what the server asked for', () => {
  const delays = (random: number) =>
    [1, 2, 3, 9].map((attempt) => retryDelayMs(attempt, null, { random: () => random }));
  expect(delays(0)).toEqual([125, 250, 500, 4000]);
  expect(delays(1)).toEqual([250, 500, 1000, 8000]);
  const asked = (header: string) => retryDelayMs(1, header, { random: () => 0, now: () => Date.UTC(2026, 0, 1) });
  expect(asked('7')).toBe(7125);
  expect(asked('Thu, 01 Jan 2026 00:00:05 GMT')).toBe(5125);
  expect(asked('Wed, 31 Dec 2025 00:00:00 GMT')).toBe(125);
  expect(asked('soon')).toBe(125);
  expect(asked('61')).toBeNull();
  expect(isRetryable(409)).toBe(false);
});
