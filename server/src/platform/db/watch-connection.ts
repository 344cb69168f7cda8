import type pg from 'pg';
import { OutcomeUnknown } from './outcome-unknown.ts';

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
