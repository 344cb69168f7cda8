import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const namespace = 'kazna-cluster';
const ourLink = 'kazna0';

/** This machine's side of the pair, where etcd and two of the database nodes listen. */
export const hostAddress = '10.213.77.1';
/** The third node's machine: a network namespace of its own, so that its cable can be pulled. */
export const guestAddress = '10.213.77.2';
export const inGuest = ['ip', 'netns', 'exec', namespace] as const;

const ip = (...args: string[]) => run('ip', args);
const guestIp = (...args: string[]) => ip('-n', namespace, ...args);

export interface GuestNetwork {
  cut: () => Promise<void>;
  restore: () => Promise<void>;
  remove: () => Promise<void>;
}

export async function createGuestNetwork(): Promise<GuestNetwork> {
  await refuseSecondRun();
  await remove();
  await ip('netns', 'add', namespace);
  await ip('link', 'add', ourLink, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
  await ip('addr', 'add', `${hostAddress}/30`, 'dev', ourLink);
  await ip('link', 'set', ourLink, 'up');
  await guestIp('addr', 'add', `${guestAddress}/30`, 'dev', 'eth0');
  const raise = async () => {
    await guestIp('link', 'set', 'lo', 'up');
    await guestIp('link', 'set', 'eth0', 'up');
  };
  await raise();
  return {
    // Taking down our own side would take away our address too, which the others listen on.
    cut: async () => {
      await guestIp('link', 'set', 'eth0', 'down');
    },
    restore: raise,
    remove,
  };
}

/** Two runs would take each other's network away. */
async function refuseSecondRun(): Promise<void> {
  const { stdout } = await ip('netns', 'pids', namespace).catch(() => ({ stdout: '' }));
  const pids = stdout.trim().split('\n').join(', ');
  if (pids) throw new Error(`Another run is under way, or was killed and left processes ${pids}: end them first.`);
}

/** Also after a run that was killed. */
async function remove(): Promise<void> {
  await ip('link', 'del', ourLink).catch(() => {});
  await ip('netns', 'del', namespace).catch(() => {});
}
