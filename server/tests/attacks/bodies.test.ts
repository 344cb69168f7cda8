import { gzipSync } from 'node:zlib';
import { getProfile } from '@kazna/contract/cabinet/profile';
import { endpoints } from '@kazna/contract/endpoints';
import type { Endpoint } from '@kazna/contract/shared/endpoint';
import { beforeAll, describe, expect, test } from 'vitest';
import { callerWhoMay } from '../access/access-table.ts';
import { ask, codeOf, type RequestParts } from '../access/ask.ts';
import { placeName, places, withBody } from '../access/contract-places.ts';
import { recordChanges, watchChanges } from '../access/recorded-changes.ts';
import { type Scene, setScene } from '../access/scene.ts';
import { validRequests } from '../access/valid-requests.ts';
import { shopForThisFile } from '../support/app-for-file.ts';
import { newPayer, type Payer } from '../support/payments.ts';

const shop = shopForThisFile();
let payer: Payer;
let scene: Scene;
beforeAll(async () => {
  payer = await newPayer(shop);
  scene = await setScene(shop, { isFrozen: true });
  await recordChanges(shop.db);
});

async function send(
  body: string | Uint8Array | ReadableStream,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) {
  const response = await fetch(`${shop.url}/api/profile`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${payer.token}`, ...headers },
    body,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  } as RequestInit);
  const { code } = (await response.json()) as { code?: string };
  return { status: response.status, code };
}
const nameNow = async () => (await shop.call(getProfile, {}, { token: payer.token })).body.name;
const nested = (depth: number, inner = '1') => '{"a":'.repeat(depth) + inner + '}'.repeat(depth);

describe('malformed JSON', () => {
  const malformed = { status: 400, code: 'malformed_request' };
  test.each<[string, string | Uint8Array]>([
    ['half a document', '{"name":"Ма'],
    ['two documents', '{"name":"Мария"}{"name":"Пётр"}'],
    ['a comment', '{"name":"Мария"/* */}'],
    ['a comma too many', '{"name":"Мария",}'],
    ['single quotes', "{'name':'Мария'}"],
    ['a number that is none', '{"name":NaN}'],
    ['a raw line break in a text', '{"name":"Ма\nрия"}'],
    ['a NUL', '\0'],
    ['only spaces', '   '],
    ['UTF-16', Buffer.from('\ufeff{"name":"Мария"}', 'utf16le')],
  ])('a JSON body with %s is refused as malformed', async (_what, body) => {
    expect(await send(body)).toEqual(malformed);
  });

  test('a compressed body is not decompressed', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    expect(await send(gzipSync('{"name":"Мария"}'), headers)).toEqual(malformed);
  });

  test('a body that is not UTF-8 is refused', async () => {
    const before = await nameNow();
    for (const bytes of [[0xff, 0xfe], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xd0]]) {
      const body = Buffer.concat([Buffer.from('{"name":"a'), Buffer.from(bytes), Buffer.from('b"}')]);
      expect((await send(body)).status).toBe(400);
    }
    expect(await nameNow()).toBe(before);
  });

  test('of a repeated JSON key the last one counts', async () => {
    expect((await send('{"name":"Первая","name":"Вторая"}')).status).toBe(200);
    expect(await nameNow()).toBe('Вторая');
    expect((await send('{"name":"Третья","n\\u0061me":5}')).status).toBe(400);
    expect(await nameNow()).toBe('Вторая');
  });

  test('deeply nested JSON is answered', async () => {
    const text = nested(10_000);
    expect((await send(text)).status).toBe(200);
    expect((await send(`{"name":${text}}`)).status).toBe(400);
    expect((await send('['.repeat(60_000))).status).toBe(400);
    expect((await send(`{"name":${'['.repeat(30_000)}${']'.repeat(30_000)}}`)).status).toBe(400);
    expect((await send(nested(5_000, '{"__proto__":{"x":1}}'))).status).toBe(400);
  });
});

describe('large bodies', () => {
  const tooLarge = { status: 413, code: 'payload_too_large' };
  const bytes = (count: number) => JSON.stringify({ name: 'x'.repeat(count - '{"name":""}'.length) });

  test('a body one byte above 64 KiB is refused, and one of 64 KiB is not', async () => {
    expect((await send(bytes(65_536))).code).toBe('validation_failed');
    expect(await send(bytes(65_537))).toEqual(tooLarge);
  });

  test('a chunked body above 64 KiB is refused', async () => {
    const pieces = new ReadableStream({
      start(controller) {
        for (let count = 0; count < 100; count += 1) controller.enqueue(Buffer.from('x'.repeat(1000)));
        controller.close();
      },
    });
    expect(await send(pieces)).toEqual(tooLarge);
  });

  test('the limit of a body counts bytes, not characters', async () => {
    expect(await send(JSON.stringify({ name: 'я'.repeat(40_000) }))).toEqual(tooLarge);
  });
});

describe('content types', () => {
  const unsupported = { status: 415, code: 'unsupported_media_type' };
  const body = '{"name":"Пётр"}';
  // Another site may send the first three without a preflight.
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain; charset=application/json',
    'text/json',
    'application/jsonx',
    'application/json-patch+json',
    'application/xml',
    'application/octet-stream',
    '*/*',
    'application/json, text/plain',
    'garbage',
  ])('a body of type %s is refused', async (type) => {
    const before = await nameNow();
    expect(await send(body, { 'content-type': type })).toEqual(unsupported);
    expect(await nameNow()).toBe(before);
  });

  test('a body without a content type is refused', async () => {
    expect(await send(Buffer.from(body), { 'content-type': '' })).toEqual(unsupported);
  });

  test.each(['application/json', 'Application/JSON', 'application/json; charset=utf-8'])(
    'a body of type %s is accepted',
    async (type) => {
      expect((await send(body, { 'content-type': type })).status).toBe(200);
    },
  );

  test.each(withBody)('%s refuses a form of another site', async (name) => {
    const me = scene.cast[callerWhoMay(name)];
    const sending = (await validRequests[name]?.(scene, me)) as RequestParts;
    const readChanges = await watchChanges(shop.db);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const headers = { ...sending.headers, 'content-type': type };
      const answer = await ask(shop.url, endpoints[name] as Endpoint, { ...sending, headers }, me.token);
      expect(answer.status).toBe(415);
    }
    expect(await readChanges()).toEqual([]);
  });
});

describe('extreme numbers and times', () => {
  const create = async (amountMinor: string) => {
    const json = `{"amountMinor":${amountMinor},"currency":"RUB","method":"card"}`;
    const headers = { 'idempotency-key': crypto.randomUUID() };
    return (await ask(shop.url, endpoints.createPayment as Endpoint, { json, headers }, payer.token)).status;
  };
  test.each([
    '1e400',
    '-1e400',
    '1e308',
    '9007199254740993',
    '9223372036854775808',
    '99999999999999999999999999',
    '-0',
    '0',
    '1e-400',
    '1000.0000001',
    '"1000"',
    '[1000]',
    '{"valueOf":1000}',
    'true',
    'null',
  ])('an amount of %s is refused or handled', async (amount) => {
    expect(await create(amount)).toBe(400);
  });

  const times = places.filter(({ part, path }) => part === 'query' && /^(from|to)$/.test(path.join('.')));
  test.each(times.map((place) => ({ where: placeName(place), place })))(
    'an extreme time in $where is refused or handled',
    async ({ place }) => {
      const me = scene.cast[callerWhoMay(place.name)];
      const sending = (await validRequests[place.name]?.(scene, me)) as RequestParts;
      const field = place.path.join('.');
      for (const time of [
        '0000-01-01T00:00:00Z',
        '0001-01-01T00:00:00Z',
        '9999-12-31T23:59:59.999Z',
        'infinity',
        'now',
      ]) {
        const query = { ...sending.query, [field]: time };
        const { status } = await ask(shop.url, endpoints[place.name] as Endpoint, { ...sending, query }, me.token);
        expect([time, [200, 400].includes(status)]).toEqual([time, true]);
      }
    },
  );

  test.each(['limit', 'amountMin', 'amountMax'])('an extreme %s is refused or handled', async (field) => {
    for (const value of ['1e308', '1e999', '9007199254740993', '-1', '0x10', '1e1', ' 5', 'NaN', '5;drop', '']) {
      const query = { [field]: value };
      const { status } = await ask(shop.url, endpoints.listPayments as Endpoint, { query }, payer.token);
      expect([value, [200, 400].includes(status)]).toEqual([value, true]);
    }
  });
});

describe('repeated query parameters', () => {
  const inQueries = places.filter(({ part }) => part === 'query');
  test.each(inQueries.map((place) => ({ where: placeName(place), place })))(
    'a repeated query parameter $where is refused',
    async ({ place }) => {
      const me = scene.cast[callerWhoMay(place.name)];
      const sending = (await validRequests[place.name]?.(scene, me)) as RequestParts;
      const field = place.path.join('.');
      const value = place.isId ? scene.organizationId : '2026-01-01T00:00:00Z';
      const query = new URLSearchParams(sending.query);
      query.delete(field);
      for (let times = 0; times < 2; times += 1) query.append(field, value);
      const answer = await ask(shop.url, endpoints[place.name] as Endpoint, { ...sending, query }, me.token);
      expect(codeOf(answer)).toBe('validation_failed');
    },
  );
});
