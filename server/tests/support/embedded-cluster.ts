import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
const { version } = JSON.parse(readFileSync(join(entry, '../../package.json'), 'utf8')) as { version: string };
const cache = join(root, 'node_modules/.cache/pglite');
const prepared = join(cache, version);

/** PGlite creates a cluster in seven seconds of a processor, and what it writes depends on its version alone. */
export async function copyEmbeddedCluster(dataDir: string): Promise<void> {
  if (!existsSync(prepared)) await prepare();
  await cp(prepared, join(dataDir, 'database'), { recursive: true });
}

async function prepare(): Promise<void> {
  const { PGlite } = await import('@electric-sql/pglite');
  await mkdir(cache, { recursive: true });
  const fresh = await mkdtemp(join(cache, 'new-'));
  await (await PGlite.create(fresh)).close();
  // Another worker may have been faster.
  await rename(fresh, prepared).catch(() => rm(fresh, { recursive: true }));
}
