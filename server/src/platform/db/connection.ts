import { Socket } from 'node:net';
import pg from 'pg';
import { Deadlines } from './deadlines.ts';
import { OutcomeUnknown } from './errors.ts';

type Release = (failure?: unknown) => void;
type OnConnected = (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void;

/** Instead of pg's own, which sets a timer for everybody who waits for a connection that others have. */
export class Pool extends pg.Pool {
  readonly #waits: Deadlines;

  constructor(config: pg.PoolConfig & { connectionTimeoutMillis: number }) {
    const { connectionTimeoutMillis } = config;
    class Client extends pg.Client {
      constructor(options?: pg.ClientConfig) {
        super({ ...options, connectionTimeoutMillis });
      }
    }
    super({ ...config, connectionTimeoutMillis: 0, Client });
    this.#waits = new Deadlines(connectionTimeoutMillis);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: OnConnected): void;
  override connect(callback?: OnConnected): Promise<pg.PoolClient> | undefined {
    if (!callback) {
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error)));
      });
    }
    const isFree = this.idleCount > this.waitingCount || this.totalCount < this.options.max;
    if (isFree) {
      super.connect(callback);
      return;
    }
    let isTooLate = false;
    const wait = this.#waits.begin(() => {
      isTooLate = true;
      callback(new Error('timeout exceeded when trying to connect'), undefined, () => {});
    });
    super.connect((error, client, release) => {
      if (isTooLate) return release();
      this.#waits.end(wait);
      callback(error, client, release);
    });
  }
}

/** What pg sends while it is set is kept in it. */
interface Sending extends pg.Connection {
  _send: (message: Buffer) => unknown;
  packet?: Buffer[] | null;
}

/** PGlite's stream is none. */
export function isSocket({ stream }: pg.Connection): boolean {
  return stream instanceof Socket;
}

/** Before the first `sendTogether`. */
export function watchMessages({ connection }: pg.PoolClient): void {
  if (!isSocket(connection)) return;
  const sending = connection as Sending;
  const send = sending._send.bind(sending);
  sending._send = (message) => (sending.packet ? sending.packet.push(message) : send(message));
}

/** As one piece: for the socket a dozen small ones cost more than to copy them together. */
export function sendTogether(connection: pg.Connection, compose: () => void): void {
  if (!isSocket(connection)) {
    compose();
    return;
  }
  const sending = connection as Sending;
  const packet: Buffer[] = [];
  sending.packet = packet;
  try {
    compose();
  } finally {
    sending.packet = null;
  }
  sending._send(Buffer.concat(packet));
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
