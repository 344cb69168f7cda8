// Runs before anything is installed, on the machine's own Node (20.19 or later): no dependencies, no TypeScript.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
export const pinnedNode = path.join(root, 'node_modules/.bin/node');

const buildStamp = path.join(root, 'node_modules/.cache/web-build');

export function ensureInstalled() {
  if (isInstalled()) return;
  console.log('Устанавливаем зависимости: npm install');
  // Not `npm ci`: it refuses a lock file without the optional binaries of other platforms, and installs no others.
  // NODE_ENV=production would leave out what builds the web and the pinned Node.
  runNpm(['install', '--include=dev', '--no-save', '--no-progress', '--loglevel=error']);
}

export function ensureBuilt() {
  if (isBuilt()) return;
  console.log('Собираем веб-часть: npm run build');
  build();
}

export function build() {
  const hash = sourceHash();
  runNpm(['run', '--silent', 'build', '--workspace', 'web']);
  mkdirSync(path.dirname(buildStamp), { recursive: true });
  writeFileSync(buildStamp, hash);
}

/** Ends with the first of the children, passing signals on to all of them. */
export function runTogether(children) {
  let signalledAt = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // Ctrl+C comes both from the terminal and from npm: the second one must not look like a demand to hurry.
      if (Date.now() - signalledAt < 1000) return;
      signalledAt = Date.now();
      for (const child of children) child.kill(signal);
    });
  }
  for (const child of children) {
    child.on('exit', (code) => {
      process.exitCode ??= code ?? (signalledAt > 0 ? 0 : 1);
      for (const other of children) if (other !== child) other.kill('SIGTERM');
    });
  }
}

/** In a group of its own, so that the terminal's Ctrl+C reaches it once and through us. */
export function startNode(args, options = {}) {
  return spawn(pinnedNode, args, { cwd: root, stdio: 'inherit', detached: true, ...options });
}

/** npm runs on the machine's own Node: the pinned one lies among what it may replace. */
export function npmEnv() {
  const places = (process.env.PATH ?? '').split(path.delimiter);
  const kept = places.filter((place) => !place.endsWith(path.join('node_modules', '.bin')));
  return { ...process.env, PATH: kept.join(path.delimiter) };
}

/** What npm prints matters only when it fails. */
function runNpm(args) {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: root, env: npmEnv(), encoding: 'utf8' });
  if (status === 0) return;
  console.error(`${stdout ?? ''}${stderr ?? ''}`.trim());
  process.exit(status ?? 1);
}

/** npm writes node_modules/.package-lock.json last, and it lists what really is there. */
function isInstalled() {
  const present = readPackages('node_modules/.package-lock.json');
  const wanted = readPackages('package-lock.json');
  if (!present || !existsSync(pinnedNode)) return false;
  return Object.entries(wanted).every(([place, entry]) => {
    if (!place.startsWith('node_modules/')) return true;
    const found = present[place];
    if (!found) return entry.optional === true;
    return found.version === entry.version && found.integrity === entry.integrity && suitsThisMachine(found);
  });
}

function readPackages(file) {
  const place = path.join(root, file);
  return existsSync(place) ? JSON.parse(readFileSync(place, 'utf8')).packages : undefined;
}

function suitsThisMachine({ os, cpu }) {
  return (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true);
}

function isBuilt() {
  if (!existsSync(path.join(root, 'web/dist/index.html')) || !existsSync(buildStamp)) return false;
  return readFileSync(buildStamp, 'utf8') === sourceHash();
}

function sourceHash() {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', ...listFiles('contract/src'), ...listFiles('web')]) {
    hash.update(`${file}\0`).update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex');
}

function listFiles(folder) {
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true });
  return entries
    .filter(({ name }) => !['dist', 'node_modules'].includes(name) && !/\.(gen|test)\.tsx?$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const place = `${folder}/${entry.name}`;
      return entry.isDirectory() ? listFiles(place) : [place];
    });
}
