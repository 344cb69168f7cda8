import { chown, mkdir, readFile, readlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Daemon, startDaemon } from './daemon.ts';
import type { Backend } from './haproxy.ts';
import { inGuest } from './network.ts';
import { patroniConfig } from './patroni-config.ts';
import { readParents, signalAll, treeOf } from './process-tree.ts';
import { mountSmallDisk, type Owner, type SmallDisk } from './small-disk.ts';

export interface DatabaseNode extends Backend {
  disk: SmallDisk;
  patroni: Daemon;
  /** As a service manager does after a crash. */
  start: () => Promise<void>;
  /** Patroni, PostgreSQL and all its processes, as when the machine loses its power. */
  kill: () => Promise<void>;
  freeze: () => Promise<void>;
  thaw: () => Promise<void>;
  remove: () => Promise<void>;
}

export interface NodeOptions extends Backend {
  folder: string;
  isGuest: boolean;
  etcdHosts: string[];
  password: string;
  binDirectory: string;
  owner: Owner;
}

const diskMebibytes = 1500;

export async function startNode(options: NodeOptions): Promise<DatabaseNode> {
  const { name, address, databasePort, restPort, folder, owner, isGuest } = options;
  const home = path.join(folder, name);
  const disk = await mountSmallDisk(home, diskMebibytes, owner);
  const dataDirectory = path.join(home, 'data');
  const socketDirectory = path.join(folder, `${name}-sockets`);
  await mkdir(socketDirectory);
  await chown(socketDirectory, owner.uid, owner.gid);
  const config = path.join(folder, `${name}.yml`);
  await writeFile(config, patroniConfig({ ...options, dataDirectory, socketDirectory }), { mode: 0o600 });
  await chown(config, owner.uid, owner.gid);
  const asPostgres = ['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups', 'patroni', config];
  const command = [...(isGuest ? inGuest : []), ...asPostgres] as [string, ...string[]];
  const log = path.join(folder, `${name}.log`);
  const run = () => startDaemon(name, command, { log, env: { HOME: home } });
  const processes = async () => {
    const parents = readParents();
    const roots = [node.patroni.pid, await postmasterOf(dataDirectory)];
    return [...new Set(roots.flatMap((root) => (root && parents.has(root) ? treeOf(root, parents) : [])))];
  };
  const node: DatabaseNode = {
    name,
    address,
    databasePort,
    restPort,
    disk,
    patroni: await run(),
    start: async () => {
      node.patroni = await run();
    },
    kill: async () => {
      signalAll(await processes(), 'SIGKILL');
      await node.patroni.end('SIGKILL');
    },
    freeze: async () => signalAll(await processes(), 'SIGSTOP'),
    thaw: async () => signalAll(await processes(), 'SIGCONT'),
    remove: async () => {
      await node.kill();
      await disk.remove();
    },
  };
  return node;
}

/** Undefined while PostgreSQL does not run. After a kill the file stays, and its number may be another process's by now. */
async function postmasterOf(dataDirectory: string): Promise<number | undefined> {
  const text = await readFile(path.join(dataDirectory, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  const directory = pid ? await readlink(`/proc/${pid}/cwd`).catch(() => '') : '';
  return directory === dataDirectory ? pid : undefined;
}
