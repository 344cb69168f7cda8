import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, onTestFinished } from 'vitest';
import { type SandboxOptions, sandboxPlugin } from '../src/sandbox.ts';
import { memoryStore } from '../src/store.ts';

export const shop = { shopId: '100500', secretKey: 'test_secret' };
export const returnUrl = 'http://shop.test/return';

export function eventually(read: () => unknown): ReturnType<typeof expect.poll> {
  return expect.poll(read, { timeout: 10_000 });
}

interface Json {
  status: number;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever the provider would send
  body: any;
}

export async function runSandbox(options: Partial<SandboxOptions> = {}) {
  const app = Fastify({ forceCloseConnections: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/sandbox`;
  const time = { now: Date.now() };
  const clock = options.clock ?? (() => time.now);
  let reads = 0;
  const store = memoryStore();
  app.register(sandboxPlugin, {
    prefix: '/sandbox',
    publicUrl: url,
    ...shop,
    store,
    backoffScale: 0.001,
    tickMs: 10,
    ...options,
    clock: () => {
      reads += 1;
      return clock();
    },
  });
  await app.listen({ port, host: '127.0.0.1' });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await app.close();
    isOpen = false;
  };
  onTestFinished(close);
  /** Until a whole check for due objects and notifications has begun and ended: each reads the clock twice. */
  const checked = async () => {
    const before = reads;
    await eventually(() => reads).toBeGreaterThanOrEqual(before + 4);
  };
  /** How often each notification that is not delivered yet was tried. */
  const attempts = async () => {
    const rows = (await store.load()) as { table: string; value: { attempts: number } }[];
    return rows.filter(({ table }) => table === 'notifications').map(({ value }) => value.attempts);
  };
  const pass = (ms: number) => (time.now += ms);
  return { url, close, pass, checked, attempts, ...client(url), ...person(url) };
}

function client(url: string) {
  const authorization = `Basic ${Buffer.from(`${shop.shopId}:${shop.secretKey}`).toString('base64')}`;
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, body: JSON.parse(text) } as Json;
  };
  const post = (path: string, body: unknown = {}, key: string = randomUUID()) =>
    call('POST', `/v3${path}`, body, { 'idempotence-key': key });
  return {
    call,
    post,
    get: (path: string) => call('GET', `/v3${path}`),
    order: (...next: object[]) => call('POST', '/control/faults', { next }),
    createPayment: async (changes: object = {}) => (await post('/payments', paymentBody(changes))).body,
  };
}

function person(url: string) {
  const submit = (path: string, form: Record<string, string> = {}) =>
    fetch(`${url}/checkout/${path}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  const payByCard = (id: string, number = '5555555555554444') =>
    submit(`${id}/card`, { number, expiry: '12/40', code: '123' });
  return { submit, payByCard, open: (path: string) => fetch(`${url}/checkout/${path}`, { redirect: 'manual' }) };
}

export function paymentBody(changes: object = {}) {
  return {
    amount: { value: '1000.00', currency: 'RUB' },
    capture: true,
    confirmation: { type: 'redirect', return_url: returnUrl },
    description: 'Пополнение баланса',
    ...changes,
  };
}

/** A notification endpoint that answers by `answers`, then 200. */
export async function runReceiver(...answers: (number | 'drop' | { redirectTo: string })[]) {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const received: any[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    if (text) received.push(JSON.parse(text));
    const answer = answers.shift() ?? 200;
    if (answer === 'drop') response.destroy();
    else if (typeof answer === 'object') response.writeHead(302, { location: answer.redirectTo }).end();
    else response.writeHead(answer).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notify` };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
