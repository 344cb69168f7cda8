import type { Socket } from 'node:net';
import type pg from 'pg';

/**
 * pg writes each message of the protocol by itself. What is written at once goes out as one piece: for the socket a dozen
 * small ones cost more than to copy them together. PGlite's stream is none.
 */
export function joinWrites(client: pg.PoolClient): void {
  const socket = client.connection.stream as Socket;
  if (typeof socket._writev !== 'function') return;
  socket._writev = (messages, done) => {
    const pieces = messages.map(({ chunk }) => chunk as Buffer);
    socket._write(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces), 'buffer' as BufferEncoding, done);
  };
}
