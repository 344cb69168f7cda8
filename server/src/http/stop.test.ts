import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { expect, test } from 'vitest';
import { createHttpServer } from './server.ts';

async function startSlowServer(prepare: (app: FastifyInstance) => void = () => {}) {
  const app = createHttpServer({ log: pino({ level: 'silent' }), trustedProxies: [], isHttps: false });
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

test('a request that comes while the stop begins is answered like any other', async () => {
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

test('neither idle connections nor those that never asked anything hold the stop up', async () => {
  const { app, port } = await startSlowServer();
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  await fetch(`http://127.0.0.1:${port}/quick`);
  const ended = once(socket, 'close');
  await app.close();
  await ended;
});
