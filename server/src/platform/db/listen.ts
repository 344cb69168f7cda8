import pg from 'pg';
import { keepAlive } from './keep-alive.ts';

const pauseMs = 1000;

interface Ears {
  onMessage: (payload: string) => void;
  onLost: (error: Error) => void;
  /** It hears again: what was said in between is gone. */
  onGap: () => void;
}

/** A connection of its own that listens, and is opened anew whenever it is lost. */
export async function listenOn(
  connectionString: string,
  channel: string,
  { onMessage, onLost, onGap }: Ears,
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
    }, pauseMs);
    retry.unref();
  }

  await connect();
  return async () => {
    isStopped = true;
    clearTimeout(retry);
    await client?.end().catch(() => {});
  };
}
