import type { Socket } from 'node:net';
import type pg from 'pg';
import { OutcomeUnknown } from './errors.ts';

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

/**
 * The routine that warns «canceling wait for synchronous replication»: committed here, not on the standby, and lost if
 * this node dies. The text of the warning is in the server's language.
 */
const cancelledWait = 'SyncRepWaitForLSN';

export function watchConnection(client: pg.PoolClient, onLost: (error: Error) => void): void {
  // An `error` event without a listener on a checked-out client would end the process.
  client.on('error', onLost);
  client.on('notice', ({ routine }) => {
    // PostgreSQL answers success after the warning. Failing the connection rejects the statement that waits for it.
    if (routine === cancelledWait) client.connection.emit('error', new OutcomeUnknown());
  });
}
