import pg from 'pg';
import { keepAlive } from './keep-alive.ts';

const reconnectDelayMs = 1000;

interface ListenHandlers {
  onMessage: (payload: string) => void;
  onLost: (error: Error) => void;
  /** Called after a reconnect: notifications sent in between are lost. */
  onGap: () => void;
}

/** Listens on a connection of its own and reconnects when it is lost. Returns a function that stops. */
export async function listenOn(
  connectionString: string,
  channel: string,
  { onMessage, onLost, onGap }: ListenHandlers,
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString,
      application_name: 'kazna live',
      ...keepAlive,
    });
    next.on('error', onLost);
    next.on('end', reconnectLater);
    next.on('notification', ({ payload }) => onMessage(payload ?? ''));
    await next.connect();
    await next.query(`listen ${next.escapeIdentifier(channel)}`);
    client = next;
  }

  function reconnectLater(): void {
    if (isStopped) return;
    clearTimeout(retry);
    retry = setTimeout(() => {
      connect().then(onGap, (error: Error) => {
        onLost(error);
        reconnectLater();
      });
    }, reconnectDelayMs);
    retry.unref();
  }

  await connect();
  return async () => {
    isStopped = true;
    clearTimeout(retry);
    await client?.end().catch(() => {});
  };
}
