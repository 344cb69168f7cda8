// Lays what runs into an empty folder. Copies what is installed here instead of installing again: needs no network.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, npmCommand, pinnedNode, root } from './setup.mjs';

const parts = ['package.json', 'package-lock.json', '.npmrc', 'LICENSE', 'server/texts', 'web/dist'];
const runningWorkspaces = ['contract', 'sandbox', 'server'];

const args = process.argv.slice(2);
const folders = args.filter((arg) => !arg.startsWith('--'));
const isUnknown = args.some((arg) => arg.startsWith('--') && arg !== '--without-node');
if (folders.length !== 1 || isUnknown) fail('npm run package -- <folder> [--without-node]');
const target = path.resolve(process.env.INIT_CWD ?? '.', folders[0]);
if (existsSync(target) && readdirSync(target).length > 0) fail(`${target} is not empty`);

ensureInstalled();
ensureBuilt();
for (const part of parts) copy(part);
// All of them, since the lock file lists all: `npm ci --omit=dev --workspace=server` works in the folder, too.
const { workspaces } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
for (const workspace of workspaces) copy(`${workspace}/package.json`);
for (const workspace of runningWorkspaces) copy(`${workspace}/src`, isForTests);
const packages = listProductionPackages();
for (const place of packages) copy(place, isNestedFolder);
linkWorkspaces();
if (!args.includes('--without-node')) copyNode();
fillCompileCache();
console.log(`${target}: ${packages.length} packages, ${(sizeOf(target) / 2 ** 20).toFixed(0)} MiB`);

function copy(part, isLeftOut = () => false) {
  const from = path.join(root, part);
  cpSync(from, path.join(target, part), {
    recursive: true,
    filter: (file) => !isLeftOut(path.relative(from, file)),
  });
}

function isForTests(file) {
  return file.endsWith('.test.ts');
}

/** Nested packages that are needed are in the list themselves. */
function isNestedFolder(file) {
  return path.basename(file) === 'node_modules';
}

function listProductionPackages() {
  const [command, npmArgs, options] = npmCommand(['ls', '--all', '--parseable', '--omit=dev', '--workspace=server']);
  const { status, stdout, stderr } = spawnSync(command, npmArgs, { ...options, cwd: root, encoding: 'utf8' });
  if (status !== 0) fail(stderr);
  const places = stdout.split(/\r?\n/).map((place) => path.relative(root, place).replaceAll(path.sep, '/'));
  return places.filter((place) => place.startsWith('node_modules/') && !place.startsWith('node_modules/@kazna/'));
}

/** Links, not copies: Node runs no TypeScript inside of node_modules. */
function linkWorkspaces() {
  mkdirSync(path.join(target, 'node_modules/@kazna'));
  for (const workspace of runningWorkspaces) {
    symlinkSync(path.join('../..', workspace), path.join(target, 'node_modules/@kazna', workspace), 'junction');
  }
}

/** Without the headers and manuals that come with it. */
function copyNode() {
  cpSync(pinnedNode, path.join(target, 'bin', path.basename(pinnedNode)));
  cpSync(path.join(pinnedNode, '../../LICENSE'), path.join(target, 'bin/LICENSE'));
}

/** Node writes it for its own user alone, and another one runs the program. A failure costs only the time of a start. */
function fillCompileCache() {
  const cache = path.join(target, 'node_modules/.cache/kazna');
  spawnSync(pinnedNode, ['server/src/compile.mjs'], { cwd: target, stdio: 'ignore' });
  if (!existsSync(cache)) return;
  for (const file of readdirSync(cache, { recursive: true, withFileTypes: true })) {
    if (file.isFile()) chmodSync(path.join(file.parentPath, file.name), 0o644);
  }
}

function sizeOf(place) {
  const stats = lstatSync(place);
  if (!stats.isDirectory()) return stats.size;
  return readdirSync(place).reduce((sum, name) => sum + sizeOf(path.join(place, name)), 0);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
