import type { LookupFunction } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from '../../../tests/support/postgres.ts';
import { receiverForThisTest } from '../../../tests/support/webhooks-for-file.ts';
import { createAddressGuard } from './address-guard.ts';
import { createSend, type SendOptions } from './send-request.ts';

const loopback = createAddressGuard(['127.0.0.0/8']);
const signal = new AbortController().signal;

function post(url: string, options: Partial<SendOptions> = {}) {
  const send = createSend({ guard: loopback, connectTimeoutMs: 5000, totalTimeoutMs: 5000, ...options });
  return send({ url, headers: { 'x-test': 'yes' }, body: '{"name":"Ромашка"}', signal });
}

test('a request brings its headers and the very bytes of its body', async () => {
  const { url, requests } = await receiverForThisTest();
  expect(await post(url)).toMatchObject({ status: 200, error: null, answer: 'ok' });
  expect(requests).toMatchObject([{ headers: { 'x-test': 'yes' }, body: '{"name":"Ромашка"}' }]);
});

test('a dead port is an error and no status', async () => {
  const answered = await post(`http://127.0.0.1:${await freePort()}/`);
  expect(answered).toMatchObject({ status: null, error: expect.stringContaining('ECONNREFUSED') });
});

test('a receiver that never answers ends by the timeout', async () => {
  const { url } = await receiverForThisTest(() => {});
  expect(await post(url, { totalTimeoutMs: 200 })).toMatchObject({ status: null, error: 'no answer in time' });
});

test('a name that is never resolved ends by the timeout of the connection', async () => {
  const unanswered: LookupFunction = () => {};
  const answered = await post('http://hooks.test/', { lookup: unanswered, connectTimeoutMs: 100 });
  expect(answered).toMatchObject({ status: null, error: 'no connection in time' });
});

test('a receiver that closes the connection is an error', async () => {
  const { url } = await receiverForThisTest((response) => response.destroy());
  expect(await post(url)).toMatchObject({ status: null, error: expect.any(String) });
});

test('a redirect is an answer and nobody follows it', async () => {
  const inner = await receiverForThisTest();
  const { url } = await receiverForThisTest((response) => response.writeHead(302, { location: inner.url }).end());
  expect(await post(url)).toMatchObject({ status: 302 });
  expect(inner.requests).toEqual([]);
});

test('of an answer of 10 MB the first 4 KiB are read', async () => {
  let wasSentWhole: boolean | undefined;
  const { url } = await receiverForThisTest((response) => {
    response.on('close', () => {
      wasSentWhole = response.writableFinished;
    });
    response.writeHead(200);
    for (let megabytes = 0; megabytes < 10; megabytes += 1) response.write(Buffer.alloc(1_000_000, 'x'));
  });
  const { status, answer } = await post(url);
  expect({ status, length: answer?.length }).toEqual({ status: 200, length: 4096 });
  await expect.poll(() => wasSentWhole).toBe(false);
});

test('a status decides even if the rest of the answer never comes', async () => {
  const { url } = await receiverForThisTest((response) => {
    response.writeHead(200).write('beginning');
  });
  expect(await post(url, { totalTimeoutMs: 300 })).toMatchObject({ status: 200, answer: 'beginning' });
});

test('zero bytes of an answer are replaced, since no text of the database may contain them', async () => {
  const { url } = await receiverForThisTest((response) => response.end('a\0b'));
  expect((await post(url)).answer).toBe('a�b');
});

test('an address inside a network is refused however it is written, and gets no connection', async () => {
  const { port, requests } = await receiverForThisTest();
  const strict = createAddressGuard([]);
  const hosts = [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '[::ffff:127.0.0.1]',
    '[::1]',
    'localhost',
    '127.1',
  ];
  for (const host of hosts) {
    for (const scheme of ['http', 'https']) {
      const answered = await post(`${scheme}://${host}:${port}/`, { guard: strict });
      expect(answered, `${scheme} ${host}`).toMatchObject({
        status: null,
        error: expect.stringContaining('inside a network'),
      });
    }
  }
  expect(requests).toEqual([]);
});

/** A resolver that gives each answer once and the last one for ever. */
function resolving(...answers: string[][]): { lookup: LookupFunction; asked: () => number } {
  let asked = 0;
  const lookup: LookupFunction = (_hostname, _options, callback) => {
    const addresses = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    callback(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    );
  };
  return { lookup, asked: () => asked };
}

test('a name that changes its address between two requests is refused at the connection', async () => {
  const { port, requests } = await receiverForThisTest();
  const guard = createAddressGuard(['127.0.0.2']);
  const { lookup, asked } = resolving(['127.0.0.2'], ['127.0.0.1']);
  const url = `http://hooks.test:${port}/`;
  // Nobody listens on the first address, which is allowed.
  expect((await post(url, { guard, lookup })).error).toContain('ECONNREFUSED');
  expect((await post(url, { guard, lookup })).error).toContain('inside a network');
  expect(asked()).toBe(2);
  expect(requests).toEqual([]);
});

test('a name is looked up once a request: the address that was checked is the one that is connected to', async () => {
  const { port, requests } = await receiverForThisTest();
  const { lookup, asked } = resolving(['127.0.0.1'], ['10.0.0.1']);
  expect(await post(`http://hooks.test:${port}/`, { lookup })).toMatchObject({ status: 200 });
  expect(asked()).toBe(1);
  expect(requests[0]?.headers.host).toBe(`hooks.test:${port}`);
});

test('of the addresses of a name only allowed ones are connected to', async () => {
  const { port, requests } = await receiverForThisTest();
  const { lookup } = resolving(['10.0.0.1', '127.0.0.1', '192.168.0.1']);
  expect(await post(`http://hooks.test:${port}/`, { lookup })).toMatchObject({ status: 200 });
  expect(requests).toHaveLength(1);
});

test('a malformed address throws nothing', async () => {
  expect(await post('http://')).toMatchObject({ status: null, error: expect.any(String) });
});
