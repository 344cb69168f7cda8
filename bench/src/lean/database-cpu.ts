import { readFile } from 'node:fs/promises';

/** CPU time of the server and its backends in microseconds; null without /proc. */
export async function databaseCpuMicros(postmaster: number): Promise<number | null> {
  try {
    const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
    const pids = [postmaster, ...children.split(' ').filter(Boolean)];
    const nanoseconds = await Promise.all(pids.map(runningNanoseconds));
    return nanoseconds.reduce((sum, one) => sum + one, 0) / 1000 + (await endedMicros(postmaster));
  } catch {
    return null;
  }
}

/** Finer than the ticks of /proc/<pid>/stat. A backend that has just ended counts as 0. */
async function runningNanoseconds(pid: string | number): Promise<number> {
  const text = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ESRCH' || error.code === 'ENOENT') return '0';
    throw error;
  });
  return Number(text.split(' ')[0]);
}

const tickMicros = 10_000;

/** Of backends that have ended, parallel workers among them; of these only ticks are known. */
async function endedMicros(postmaster: number): Promise<number> {
  const text = await readFile(`/proc/${postmaster}/stat`, 'utf8');
  const [user = 0, system = 0] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15)
    .map(Number);
  return (user + system) * tickMicros;
}
