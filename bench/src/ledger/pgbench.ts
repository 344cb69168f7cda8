import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** PostgreSQL's own packages bring it, such as Debian's postgresql; the server that tests start does not. */
export function hasPgbench(): Promise<boolean> {
  return run('pgbench', ['--version']).then(
    () => true,
    () => false,
  );
}

/** Transactions per second without the time to connect. */
export async function runPgbench(options: string[]): Promise<number> {
  const { stdout } = await run('pgbench', options);
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
}
