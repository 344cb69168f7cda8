import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { untilTrue } from '../until-true.ts';
import { type Daemon, startDaemon } from './daemon.ts';

export interface Backend {
  name: string;
  address: string;
  databasePort: number;
  restPort: number;
}

/** Leads to the node that holds the leader's lock, and cuts sessions with one that lost it. */
export function haproxyConfig(port: number, backends: Backend[]): string {
  const servers = backends.map(
    ({ name, address, databasePort, restPort }) => `  server ${name} ${address}:${databasePort} check port ${restPort}`,
  );
  return `global
  maxconn 500
defaults
  mode tcp
  timeout connect 4s
  timeout check 2s
  timeout client 30m
  timeout server 30m
  option clitcpka
  option srvtcpka
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
}

export interface DatabaseProxy {
  daemon: Daemon;
  start: () => Promise<void>;
}

export async function startHaproxy(folder: string, port: number, backends: Backend[]): Promise<DatabaseProxy> {
  const config = path.join(folder, 'haproxy.cfg');
  await writeFile(config, haproxyConfig(port, backends));
  // In the foreground and without a master: one process, one id.
  const run = () => startDaemon('haproxy', ['haproxy', '-db', '-f', config], { log: path.join(folder, 'haproxy.log') });
  const proxy: DatabaseProxy = {
    daemon: await run(),
    start: async () => {
      proxy.daemon = await run();
      await untilTrue('HAProxy runs', async () => proxy.daemon.isRunning());
    },
  };
  return proxy;
}
