import { readdirSync, readFileSync } from 'node:fs';

export function readParents(): Map<number, number> {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      parents.set(Number(name), parentOf(readFileSync(`/proc/${name}/stat`, 'utf8')));
    } catch {
      // It has ended meanwhile.
    }
  }
  return parents;
}

/** The command stands in brackets and may hold spaces and brackets itself. */
export function parentOf(stat: string): number {
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** The process and all its descendants, parents first. */
export function treeOf(root: number, parents: Map<number, number>): number[] {
  const tree = [root];
  for (const parent of tree) {
    for (const [pid, of] of parents) if (of === parent) tree.push(pid);
  }
  return tree;
}

/** Processes that have ended are passed over. */
export function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
