import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './machine/cluster.ts';
import type { DatabaseNode } from './machine/database-node.ts';
import { leaderOf, switchOver, synchronousOf, untilWhole } from './machine/patroni.ts';
import type { Product } from './product.ts';
import { untilTrue } from './until-true.ts';

export interface Fault {
  name: string;
  /** Resolves once the damage is repaired as an operator or a service manager would. */
  inject: (cluster: Cluster, product: Product) => Promise<void>;
}

const outageMs = 10_000;
const frozenMs = 60_000;
const cutMs = 40_000;
const fullMs = 20_000;

async function primaryOf({ nodes }: Cluster): Promise<DatabaseNode> {
  const primary = await leaderOf(nodes);
  if (!primary) throw new Error('nobody leads the cluster');
  return primary;
}

const untilAnotherLeads = ({ nodes }: Cluster, than: DatabaseNode) =>
  untilTrue('another node leads', async () => {
    const leader = await leaderOf(nodes.filter((node) => node !== than));
    return leader !== undefined;
  });

async function killAndRestart(node: DatabaseNode): Promise<void> {
  await node.kill();
  await sleep(outageMs);
  await node.start();
}

export const faults: Fault[] = [
  {
    name: 'primary killed',
    inject: async (cluster) => {
      const primary = await primaryOf(cluster);
      await primary.kill();
      await untilAnotherLeads(cluster, primary);
      await primary.start();
    },
  },
  {
    name: 'synchronous replica killed',
    inject: async ({ nodes }) => {
      const replica = await synchronousOf(nodes);
      if (!replica) throw new Error('there is no synchronous replica');
      await killAndRestart(replica);
    },
  },
  {
    name: "etcd's leader killed",
    inject: async ({ etcd }) => {
      const leads = await Promise.all(etcd.map((member) => member.isLeader()));
      const leader = etcd.find((_, index) => leads[index]);
      await leader?.daemon.end('SIGKILL');
      await sleep(outageMs);
      await leader?.start();
    },
  },
  {
    name: 'HAProxy killed',
    inject: async ({ proxy }) => {
      await proxy.daemon.end('SIGKILL');
      await sleep(3000);
      await proxy.start();
    },
  },
  {
    name: 'server killed',
    inject: async (_cluster, { slots: [slot] }) => {
      await slot.kill();
      await sleep(3000);
      await slot.start();
    },
  },
  {
    name: 'worker killed',
    inject: async (_cluster, { workers: [worker] }) => {
      await worker?.process.end('SIGKILL');
      await sleep(3000);
      await worker?.start();
    },
  },
  {
    name: 'primary frozen for a minute',
    inject: async (cluster) => {
      const primary = await primaryOf(cluster);
      await primary.freeze();
      await sleep(frozenMs);
      await primary.thaw();
    },
  },
  {
    name: 'switchover',
    inject: async (cluster) => {
      const primary = await primaryOf(cluster);
      const candidate = await synchronousOf(cluster.nodes);
      if (!candidate) throw new Error('there is no synchronous replica');
      await switchOver(primary, candidate);
      await untilAnotherLeads(cluster, primary);
    },
  },
  {
    name: "replica's network cut",
    inject: async (cluster) => {
      const { nodes, network } = cluster;
      const guest = nodes.at(-1) as DatabaseNode;
      if ((await primaryOf(cluster)) === guest) {
        await switchOver(guest, (await synchronousOf(nodes)) as DatabaseNode);
        await untilAnotherLeads(cluster, guest);
        await untilWhole(nodes);
      }
      await network.cut();
      await sleep(cutMs);
      await network.restore();
    },
  },
  {
    name: "primary's disk full",
    inject: async (cluster) => {
      const { disk } = await primaryOf(cluster);
      await disk.fill();
      await sleep(fullMs);
      await disk.free();
    },
  },
  {
    name: 'rolling upgrade',
    inject: async (_cluster, { slots, workers }) => {
      for (const slot of slots) {
        await slot.process.end('SIGTERM');
        await slot.start();
      }
      for (const worker of workers) {
        await worker.process.end('SIGTERM');
        await worker.start();
      }
    },
  },
];
