import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createTestDatabase } from '../../server/tests/support/postgres.ts';

const run = promisify(execFile);
const seconds = '5';

/** Transactions per second of pgbench's default script with 8 clients; null without pgbench. */
export async function measurePgbench(adminUrl: string): Promise<number | null> {
  const { url, drop } = await createTestDatabase(adminUrl);
  try {
    await run('pgbench', ['--initialize', '--quiet', '--scale=10', url]);
    const { stdout } = await run('pgbench', [
      '--client=8',
      '--jobs=1',
      `--time=${seconds}`,
      '--protocol=prepared',
      url,
    ]);
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  } catch {
    return null;
  } finally {
    await drop();
  }
}
