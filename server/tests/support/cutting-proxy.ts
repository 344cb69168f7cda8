import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { endpointOf } from './postgres.ts';

interface Cut {
  /** Bytes of the packet that triggers it, such as `commit`. */
  on: string;
  /** Bytes that the same connection has sent before. */
  after?: string;
  /** Whether PostgreSQL still gets the packet. Its answer is dropped in any case. */
  isForwarded: boolean;
  /** How many packets trigger it, one after another; one by default. */
  times?: number;
}

export interface CuttingProxy {
  url: string;
  cutOnce: (cut: Cut) => void;
  isCut: () => boolean;
  /** Connections stay open and nothing passes any more, as with a frozen machine. New ones are not answered. */
  freeze: () => void;
  /** Cuts what was frozen and lets new connections through. */
  thaw: () => void;
  close: () => Promise<void>;
}

/** Stands between the product and PostgreSQL as a network that fails at a chosen moment. */
export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = endpointOf(databaseUrl);
  const sockets = new Set<Socket>();
  let cut: Cut | undefined;
  let isFrozen = false;

  const server = createServer((client) => {
    const upstream = connect(target);
    let sent = '';
    let isDropping = false;
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    client.on('data', (chunk) => {
      if (isFrozen || isDropping) return;
      const text = chunk.toString('latin1');
      const isDue = cut && text.includes(cut.on) && (sent + text).includes(toBytes(cut.after ?? ''));
      sent = (sent + text).slice(-100_000);
      if (!isDue || !cut) {
        upstream.write(chunk);
        return;
      }
      isDropping = true;
      if (cut.isForwarded) {
        // Only its answer proves that PostgreSQL has carried it out.
        upstream.once('data', end);
        upstream.write(chunk);
      } else end();
      const { times = 1 } = cut;
      cut = times > 1 ? { ...cut, times: times - 1 } : undefined;
    });
    upstream.on('data', (chunk) => {
      if (!isFrozen && !isDropping) client.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cutOnce: (next) => {
      cut = next;
    },
    isCut: () => cut === undefined,
    freeze: () => {
      isFrozen = true;
    },
    thaw: () => {
      isFrozen = false;
      destroyAll();
    },
    close: async () => {
      destroyAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const toBytes = (text: string) => Buffer.from(text).toString('latin1');
