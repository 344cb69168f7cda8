import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Proxy {
  url: string;
  close: () => void;
}

/** A round-robin TCP proxy. Skips ports that refuse; a dead port drops its connections. */
export async function startProxy(ports: number[]): Promise<Proxy> {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer((incoming) => {
    open.add(incoming);
    incoming.on('error', () => {}).on('close', () => open.delete(incoming));
    turn += 1;
    pass(
      incoming,
      ports.map((_, at) => ports[(turn + at) % ports.length] as number),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

function pass(incoming: Socket, [port, ...others]: number[]): void {
  if (port === undefined) return void incoming.destroy();
  const outgoing = connect(port, '127.0.0.1');
  let isConnected = false;
  outgoing.on('connect', () => {
    isConnected = true;
    incoming.pipe(outgoing).pipe(incoming);
  });
  outgoing.on('error', () => {});
  outgoing.on('close', () => (isConnected ? incoming.destroy() : pass(incoming, others)));
  incoming.on('close', () => outgoing.destroy());
}
