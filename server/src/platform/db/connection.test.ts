import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { expect, inject, onTestFinished, test } from 'vitest';
import { Pool } from './connection.ts';
import { isDatabaseUnavailable } from './errors.ts';

function openPool(connectionString: string): Pool {
  const pool = new Pool({ connectionString, max: 1, connectionTimeoutMillis: 300 });
  pool.on('error', () => {});
  onTestFinished(() => pool.end());
  return pool;
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('whoever waits too long for a connection is refused, and the connection serves the next when it is free', async () => {
  const pool = openPool(inject('databaseUrl'));
  const client = await pool.connect();
  const failures = await Promise.all([failureOf(pool.query('select 1')), failureOf(pool.connect())]);
  expect(failures).toEqual([expect.toSatisfy(isDatabaseUnavailable), expect.toSatisfy(isDatabaseUnavailable)]);
  client.release();
  expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
  expect({ total: pool.totalCount, waiting: pool.waitingCount }).toEqual({ total: 1, waiting: 0 });
});

test('a server that accepts a connection and says nothing is a database that cannot be reached', async () => {
  const silent = await listen();
  const pool = openPool(`postgres://postgres@127.0.0.1:${(silent.address() as { port: number }).port}/postgres`);
  expect(await failureOf(pool.query('select 1'))).toSatisfy(isDatabaseUnavailable);
  expect(pool.totalCount).toBe(0);
});

async function listen(): Promise<Server> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket.on('error', () => {})));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return server;
}
