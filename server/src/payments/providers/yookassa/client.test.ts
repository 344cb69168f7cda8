import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  intent,
  paymentObject,
  type Reply,
  refundIntent,
  yookassaDouble,
} from '../../../../tests/support/yookassa-double.ts';
import { ProviderRefusal, ProviderUnavailable } from '../provider.ts';

const { open, reply } = yookassaDouble();

const calls = [
  ['createPayment', () => open({ timeoutMs: 150 }).createPayment(intent)],
  ['getPayment', () => open({ timeoutMs: 150 }).getPayment('1')],
  ['createRefund', () => open({ timeoutMs: 150 }).createRefund(refundIntent)],
  ['getRefund', () => open({ timeoutMs: 150 }).getRefund('1', false)],
] as const;

describe.each(calls)('%s', (_, call) => {
  test.each([
    [400, 'invalid_request'],
    [401, 'invalid_credentials'],
    [403, 'forbidden'],
    [404, 'not_found'],
  ])('YooKassa’s answer %i %s is a refusal with its code', async (status, code) => {
    reply({ status, body: { type: 'error', id: 'e1', code, description: 'why' } });
    const error = await call().catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ProviderRefusal);
    expect(error.reason).toBe(code);
  });

  test.each<[string, Reply]>([
    ['429', { status: 429, body: { type: 'error', code: 'too_many_requests', retry_after: 1800 } }],
    ['500', { status: 500, body: { type: 'error', code: 'internal_server_error' } }],
    ['a page of a proxy', { status: 502, text: '<html>Bad Gateway</html>' }],
    ['broken JSON', { text: '{"id": "2d9f", "status": "succ' }],
    ['null', { text: 'null' }],
    ['an empty object', { text: '{}' }],
    ['a status nobody has heard of', { body: paymentObject({ status: 'partially_succeeded' }) }],
    ['a redirect', (response) => response.writeHead(302, { location: '/v3/elsewhere' }).end()],
    ['a dropped connection', (response) => response.destroy()],
    ['a connection dropped midway', (response) => response.write('{"id":', () => response.destroy())],
    ['no answer', () => {}],
    ['half an answer and then nothing', (response) => void response.write('{"id":')],
  ])('%s from YooKassa leaves the outcome unknown', async (_name, answer) => {
    reply(answer);
    await expect(call()).rejects.toBeInstanceOf(ProviderUnavailable);
  });
});

test('a call to a provider whose connection is never established ends at its time limit, the outcome unknown', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  // The handshake of TLS is never answered.
  const call = open({ apiUrl: `https://127.0.0.1:${port}/v3`, timeoutMs: 150 }).createPayment(intent);
  await expect(call).rejects.toThrow('no answer in 150 ms');
});

test('a provider that cannot be reached leaves the outcome unknown', async () => {
  await expect(open({ apiUrl: 'http://127.0.0.1:1/v3' }).createPayment(intent)).rejects.toBeInstanceOf(
    ProviderUnavailable,
  );
});
