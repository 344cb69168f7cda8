import { open, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

export class DirectoryInUse extends Error {
  constructor(directory: string, pid: number) {
    super(
      `DATA_DIR ${resolve(directory)} is in use by process ${pid}. Stop it, choose another DATA_DIR, or set DATABASE_URL: only PostgreSQL serves several processes.`,
    );
  }
}

/** Takes `<directory>/lock`; the answer releases it. A lock whose process is gone (a crash, a reboot) is taken over. */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const path = join(directory, 'lock');
  for (;;) {
    try {
      const file = await open(path, 'wx');
      await file.writeFile(String(process.pid));
      await file.close();
      return () => rm(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const owner = Number(await readFile(path, 'utf8').catch(() => ''));
      if (owner && owner !== process.pid && isRunning(owner)) throw new DirectoryInUse(directory, owner);
      await rm(path, { force: true });
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
