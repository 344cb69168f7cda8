import { readdirSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase, freePort } from '../../../../server/tests/support/postgres.ts';
import type { Endings } from '../endings.ts';
import { untilTrue } from '../until-true.ts';
import { type DatabaseNode, startNode } from './database-node.ts';
import { type EtcdMember, startEtcd } from './etcd.ts';
import { type Backend, type DatabaseProxy, startHaproxy } from './haproxy.ts';
import { createGuestNetwork, type GuestNetwork, guestAddress, hostAddress } from './network.ts';
import { leaderOf, untilWhole } from './patroni.ts';
import { mountSmallDisk, userOf } from './small-disk.ts';

export interface Cluster {
  nodes: DatabaseNode[];
  etcd: EtcdMember[];
  proxy: DatabaseProxy;
  network: GuestNetwork;
  databaseUrl: string;
}

/** Each member writes its log into 128 MiB laid out beforehand. */
const etcdMebibytes = 1200;
const password = 'cluster-of-one-machine';

/** Three etcd, three PostgreSQL nodes under Patroni, HAProxy in front. What it makes is undone by the endings. */
export async function startCluster(endings: Endings): Promise<Cluster> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kazna-cluster-'));
  endings.push(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  const network = await createGuestNetwork();
  endings.push(network.remove);
  const etcd = await openEtcd(folder, endings);
  const nodes = await openNodes(folder, etcd, endings);
  const port = await freePort();
  const proxy = await startHaproxy(folder, port, nodes);
  endings.push(() => proxy.daemon.end('SIGKILL'));
  await untilWhole(nodes);
  const adminUrl = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const databaseUrl = await createdOnce(adminUrl);
  return { nodes, etcd, proxy, network, databaseUrl };
}

async function openEtcd(folder: string, endings: Endings): Promise<EtcdMember[]> {
  const disk = await mountSmallDisk(path.join(folder, 'etcd-data'), etcdMebibytes, { uid: 0, gid: 0 });
  endings.push(disk.remove);
  const ports = [];
  for (let member = 0; member < 3; member += 1) ports.push({ client: await freePort(), peer: await freePort() });
  return startEtcd(folder, ports, endings);
}

async function openNodes(folder: string, etcd: EtcdMember[], endings: Endings): Promise<DatabaseNode[]> {
  const owner = await userOf('postgres');
  const etcdHosts = etcd.map(({ clientPort }) => `${hostAddress}:${clientPort}`);
  const nodes: DatabaseNode[] = [];
  for (const number of [1, 2, 3]) {
    const isGuest = number === 3;
    const address = isGuest ? guestAddress : hostAddress;
    const backend: Backend = {
      name: `node${number}`,
      address,
      databasePort: await freePort(),
      restPort: await freePort(),
    };
    const node = await startNode({
      ...backend,
      folder,
      isGuest,
      etcdHosts,
      password,
      binDirectory: newestBinaries(),
      owner,
    });
    endings.push(node.remove);
    nodes.push(node);
    // The first makes the cluster, the others copy it.
    if (number === 1) await untilTrue('node1 leads', async () => (await leaderOf(nodes)) !== undefined);
  }
  return nodes;
}

function newestBinaries(): string {
  const [newest] = readdirSync('/usr/lib/postgresql').toSorted((a, b) => Number(b) - Number(a));
  return `/usr/lib/postgresql/${newest}/bin`;
}

/** HAProxy needs a moment to find the primary. */
async function createdOnce(adminUrl: string): Promise<string> {
  let url = '';
  await untilTrue('the database is there', async () => {
    url = await createDatabase(adminUrl, 'kazna');
    return true;
  });
  return url;
}
