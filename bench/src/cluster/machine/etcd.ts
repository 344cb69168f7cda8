import path from 'node:path';
import type { Endings } from '../endings.ts';
import { untilTrue } from '../until-true.ts';
import { type Daemon, startDaemon } from './daemon.ts';
import { hostAddress } from './network.ts';

export interface EtcdMember {
  name: string;
  clientPort: number;
  daemon: Daemon;
  start: () => Promise<void>;
  isLeader: () => Promise<boolean>;
}

interface Ports {
  client: number;
  peer: number;
}

const urlOf = (port: number) => `http://${hostAddress}:${port}`;

/** Debian's etcd refuses ARM unless told otherwise. */
const env: Record<string, string> = process.arch === 'arm64' ? { ETCD_UNSUPPORTED_ARCH: 'arm64' } : {};

export async function startEtcd(folder: string, ports: Ports[], endings: Endings): Promise<EtcdMember[]> {
  const names = ports.map((_, index) => `etcd${index + 1}`);
  const cluster = ports.map(({ peer }, index) => `${names[index]}=${urlOf(peer)}`).join(',');
  const members = await Promise.all(
    ports.map(async ({ client, peer }, index) => {
      const name = names[index] as string;
      const run = () =>
        startDaemon(name, ['etcd', ...flagsOf({ name, client, peer, cluster, folder })], {
          log: path.join(folder, `${name}.log`),
          env,
        });
      const member: EtcdMember = {
        name,
        clientPort: client,
        daemon: await run(),
        start: async () => {
          member.daemon = await run();
          await untilTrue(`${name} is healthy`, () => isHealthy(client));
        },
        isLeader: async () => {
          const { header, leader } = await status(client);
          return header.member_id === leader;
        },
      };
      endings.push(() => member.daemon.end('SIGKILL'));
      return member;
    }),
  );
  for (const { name, clientPort } of members) await untilTrue(`${name} is healthy`, () => isHealthy(clientPort));
  return members;
}

function flagsOf({
  name,
  client,
  peer,
  cluster,
  folder,
}: Record<string, unknown> & Ports & { folder: string }): string[] {
  return [
    `--name=${name}`,
    `--data-dir=${path.join(folder, 'etcd-data', String(name))}`,
    `--listen-client-urls=${urlOf(client)}`,
    `--advertise-client-urls=${urlOf(client)}`,
    `--listen-peer-urls=${urlOf(peer)}`,
    `--initial-advertise-peer-urls=${urlOf(peer)}`,
    `--initial-cluster=${cluster}`,
    '--enable-v2=true',
    // A busy machine answers late; the defaults take that for a death.
    '--heartbeat-interval=200',
    '--election-timeout=2000',
    '--logger=zap',
    '--log-level=warn',
  ];
}

async function isHealthy(port: number): Promise<boolean> {
  const answer = await fetch(`${urlOf(port)}/health`, { signal: AbortSignal.timeout(2000) });
  return ((await answer.json()) as { health: string }).health === 'true';
}

async function status(port: number): Promise<{ header: { member_id: string }; leader: string }> {
  const init = { method: 'POST', body: '{}', signal: AbortSignal.timeout(2000) };
  return (await fetch(`${urlOf(port)}/v3/maintenance/status`, init)).json() as never;
}
