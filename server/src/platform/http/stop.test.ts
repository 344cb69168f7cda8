import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { expect, test } from 'vitest';
import { createHttpServer, type HttpTimeouts } from './server.ts';

async function startSlowServer(prepare: (app: FastifyInstance) => void = () => {}, timeouts?: HttpTimeouts) {
  const options = { log: pino({ level: 'silent' }), trustedProxies: [], isHttps: false };
  const app = createHttpServer(timeouts ? { ...options, timeouts } : options);
  let finish = () => {};
  const entered = new Promise<void>((enter) => {
    app.get('/slow', async () => {
      enter();
      await new Promise<void>((done) => {
        finish = done;
      });
      return { done: true };
    });
  });
  app.get('/quick', async () => ({ quick: true }));
  prepare(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { app, port, entered, finish: () => finish() };
}

test('a request in flight when the server stops is answered in full, and new connections are refused', async () => {
  const { app, port, entered, finish } = await startSlowServer();
  const answer = fetch(`http://127.0.0.1:${port}/slow`);
  await entered;
  const closed = app.close();
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/quick`).then(
        () => 'answered',
        () => 'refused',
      ),
    )
    .toBe('refused');
  finish();
  const response = await answer;
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ done: true });
  await closed;
});

test('a request that arrives as the stop begins is answered normally', async () => {
  const { app, port } = await startSlowServer((server) => {
    server.addHook('preClose', async () => {
      const response = await fetch(`http://127.0.0.1:${port}/quick`);
      expect(response.status).toBe(200);
      expect(response.headers.get('connection')).toBe('close');
      seen = await response.json();
    });
  });
  let seen: unknown;
  await app.close();
  expect(seen).toEqual({ quick: true });
});

test('idle and unused connections do not delay the stop of the server', async () => {
  const { app, port } = await startSlowServer();
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  await fetch(`http://127.0.0.1:${port}/quick`);
  const ended = once(socket, 'close');
  await app.close();
  await ended;
});

const shortTimeouts = { headers: 50, request: 100, checkInterval: 20, stop: 100 };
const stalledBody =
  'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"half":';

async function readToEnd(socket: Socket): Promise<string> {
  let text = '';
  try {
    for await (const chunk of socket) text += chunk;
  } catch {
    // A reset connection counts as closed.
  }
  return text;
}

async function send(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

test.each([
  ['body', stalledBody],
  ['headers', 'GET /quick HTTP/1.1\r\nHost: localhost\r\nX-Half: '],
])('a request whose %s stall is answered 408', async (_what, text) => {
  const { app, port } = await startSlowServer((server) => server.post('/echo', async () => ({})), shortTimeouts);
  const answer = await readToEnd(await send(port, text));
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(JSON.parse(answer.split('\r\n\r\n')[1] as string)).toMatchObject({ status: 408, code: 'request_timeout' });
  await app.close();
});

test('the server stops despite a stalled body, a hanging handler and an unread download', async () => {
  const endless = Readable.from(
    (async function* () {
      for (;;) yield Buffer.alloc(64 * 1024);
    })(),
  );
  const prepare = (server: FastifyInstance) => {
    server.post('/echo', async () => ({}));
    server.get('/endless', (_request, reply) => reply.send(endless));
  };
  const { app, port, entered } = await startSlowServer(prepare, { ...shortTimeouts, headers: 30_000, request: 30_000 });
  const sockets = await Promise.all([
    send(port, stalledBody),
    send(port, 'GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n'),
    send(port, 'GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n'),
  ]);
  await entered;
  const [, , download] = sockets;
  await once(download as Socket, 'readable');
  await app.close();
  for (const socket of sockets) await readToEnd(socket);
});
