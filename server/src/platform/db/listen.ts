import pg from 'pg';
import { keepAlive } from './timeouts.ts';

interface ListenHandlers {
  onMessage: (payload: string) => void;
  onLost: (error: Error) => void;
  /** Called after a reconnect: notifications sent in between are lost. */
  onGap: () => void;
}

export interface ListenTimes {
  reconnectMs: number;
  heartbeatMs: number;
  /** Of the connection and of each heartbeat. */
  timeoutMs: number;
}

const defaultTimes: ListenTimes = { reconnectMs: 1000, heartbeatMs: 10_000, timeoutMs: 5000 };

/**
 * Listens on a connection of its own and reconnects when it is lost. Nothing is sent on it, so that a heartbeat has to
 * find out about a server that stopped answering. Returns a function that stops.
 */
export async function listenOn(
  connectionString: string,
  channel: string,
  { onMessage, onLost, onGap }: ListenHandlers,
  { reconnectMs, heartbeatMs, timeoutMs }: ListenTimes = defaultTimes,
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let heartbeat: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString,
      application_name: 'kazna live',
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      ...keepAlive,
    });
    next.on('error', onLost);
    next.on('end', reconnectLater);
    next.on('notification', ({ payload }) => onMessage(payload ?? ''));
    client = next;
    try {
      await next.connect();
      // A standby refuses it.
      await next.query(`listen ${next.escapeIdentifier(channel)}`);
    } catch (error) {
      drop(next);
      throw error;
    }
    beatLater(next);
  }

  function beatLater(current: pg.Client): void {
    heartbeat = setTimeout(() => {
      current.query('select 1').then(
        () => current === client && beatLater(current),
        (error: Error) => {
          onLost(error);
          drop(current);
        },
      );
    }, heartbeatMs);
    heartbeat.unref();
  }

  /** Without a good-bye, which a hanging server would never answer. */
  function drop(current: pg.Client): void {
    current.connection.stream.destroy();
  }

  function reconnectLater(): void {
    clearTimeout(heartbeat);
    if (isStopped) return;
    clearTimeout(retry);
    retry = setTimeout(() => {
      connect().then(onGap, (error: Error) => {
        onLost(error);
        reconnectLater();
      });
    }, reconnectMs);
    retry.unref();
  }

  await connect();
  return async () => {
    isStopped = true;
    clearTimeout(retry);
    clearTimeout(heartbeat);
    await client?.end().catch(() => {});
  };
}
