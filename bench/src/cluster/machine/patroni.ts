import { untilTrue } from '../until-true.ts';
import type { DatabaseNode } from './database-node.ts';
import type { Backend } from './haproxy.ts';

interface Member {
  name: string;
  role: string;
  state: string;
  lag?: number | 'unknown';
}

const ask = (node: Backend, route: string, init: RequestInit = {}) =>
  fetch(`http://${node.address}:${node.restPort}${route}`, { signal: AbortSignal.timeout(3000), ...init });

/** Undefined while nobody leads. */
export async function leaderOf<Node extends Backend>(nodes: Node[]): Promise<Node | undefined> {
  const leads = await Promise.all(
    nodes.map((node) =>
      ask(node, '/primary').then(
        ({ status }) => status === 200,
        () => false,
      ),
    ),
  );
  return nodes.find((_, index) => leads[index]);
}

/** The standby that every commit waits for. */
export async function synchronousOf(nodes: DatabaseNode[]): Promise<DatabaseNode | undefined> {
  const members = await membersOf(nodes);
  const found = members.find(({ role }) => role === 'sync_standby');
  return nodes.find(({ name }) => name === found?.name);
}

/** A leader, every node running close behind it, one of them synchronous. */
export async function untilWhole(nodes: DatabaseNode[]): Promise<void> {
  await untilTrue('the cluster is whole', async () => isWhole(await membersOf(nodes), nodes.length), 240_000);
}

const maxLagBytes = 1 << 20;

export function isWhole(members: Member[], size: number): boolean {
  const isRunning = ({ state }: Member) => state === 'running' || state === 'streaming';
  const isClose = ({ role, lag }: Member) => role === 'leader' || (typeof lag === 'number' && lag < maxLagBytes);
  const count = (wanted: string) => members.filter(({ role }) => role === wanted).length;
  const isHealthy = members.every((member) => isRunning(member) && isClose(member));
  return members.length === size && isHealthy && count('leader') === 1 && count('sync_standby') === 1;
}

async function membersOf(nodes: DatabaseNode[]): Promise<Member[]> {
  const leader = await leaderOf(nodes);
  if (!leader) return [];
  const answer = (await (await ask(leader, '/cluster')).json()) as { members: Member[] };
  return answer.members;
}

export async function switchOver(from: Backend, to: Backend): Promise<void> {
  const body = JSON.stringify({ leader: from.name, candidate: to.name });
  const signal = AbortSignal.timeout(60_000);
  const answer = await ask(from, '/switchover', { method: 'POST', body, signal });
  if (!answer.ok) throw new Error(`the switchover was answered ${answer.status} ${await answer.text()}`);
}
