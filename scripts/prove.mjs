// Runs every long programme on what is committed, and goes on where it was stopped.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { ensureInstalled, npmCommand, root } from './setup.mjs';

const chromium = 'a Chromium (on Debian as root installs chromium-headless-shell when there is none)';
const web = ['web', 'e2e'];
/**
 * Minutes are rough, of two cores; a part that has run here says its own. What is shared measures nothing and may run
 * beside another such part; mutants are not, since a fault survives by the clock. `apart` are folders that it knows nothing of.
 */
const parts = {
  test: { minutes: 20, script: 'test', isInClone: true, needs: chromium, readsDocuments: true },
  faults: { minutes: 40, script: 'faults', env: { KILLS: '100' } },
  fuzz: { minutes: 10, script: 'fuzz', needs: 'nothing; calls of both interfaces', isShared: true, apart: web },
  'fuzz-v1': { minutes: 8, script: 'fuzz', args: ['--only', 'v1.'], isShared: true, apart: web },
  model: { minutes: 100, script: 'model', args: ['--runs', '10000'], isShared: true, apart: web },
  mutants: { minutes: 90, script: 'mutants' },
  load: { minutes: 20, script: 'load' },
  bench: { minutes: 90, script: 'bench', needs: 'some 20 GB of disk' },
  cluster: { minutes: 45, script: 'cluster', needs: 'Debian as root; installs PostgreSQL, Patroni, etcd, HAProxy' },
  'cluster-again': {
    minutes: 50,
    script: 'cluster',
    isInClone: true,
    needs: 'what cluster needs; a clone without var',
  },
  lighthouse: { minutes: 5, script: 'lighthouse', needs: `Lighthouse by npx, ${chromium}` },
  'slow-loads': {
    minutes: 35,
    script: 'slow-loads',
    env: { SLOW_LOADS: '50', DRIPPED_LOADS: '50' },
    needs: chromium,
  },
  screens: { minutes: 25, script: 'screens', needs: chromium, isShared: true },
  samples: { minutes: 2, script: 'samples', isShared: true, apart: web },
};

const list = { type: 'string', multiple: true, default: [] };
const flag = { type: 'boolean', default: false };
const { values: options } = parseArgs({ options: { only: list, without: list, again: flag, alone: flag } });
for (const name of [...options.only, ...options.without]) if (!parts[name]) fail(`${name}: no such part`);
const chosen = Object.keys(parts).filter(
  (name) => !options.without.includes(name) && (options.only.length === 0 || options.only.includes(name)),
);

const changes = git('status', '--porcelain');
if (changes) fail(`The result would belong to no commit. Commit or remove first:\n${changes}`);
const commit = git('rev-parse', '--short=12', 'HEAD');
const tree = git('ls-tree', 'HEAD').split('\n');
const proofs = path.join(root, 'var/prove');
const durationsFile = path.join(proofs, 'durations.json');
const folders = Object.fromEntries(Object.keys(parts).map((name) => [name, path.join(proofs, contentOf(name))]));
for (const name of options.again ? chosen : []) rmSync(resultOf(name), { force: true });
for (const name of chosen) mkdirSync(folders[name], { recursive: true });
const results = Object.fromEntries(Object.keys(parts).map((name) => [name, readJson(resultOf(name))]));
const durations = readJson(durationsFile) ?? {};

ensureInstalled();
console.log(`Commit ${commit}`);
const isShared = (name) => parts[name].isShared && !options.alone;
for (const name of chosen.filter((one) => !isShared(one))) await prove(name);
// The longest begin, so that both lanes end at about the same time.
const waiting = chosen.filter(isShared).sort((one, other) => usualMinutes(other) - usualMinutes(one));
const proveWaiting = async () => {
  for (let name = waiting.shift(); name; name = waiting.shift()) await prove(name);
};
await Promise.all([proveWaiting(), proveWaiting()]);
summarize();

/** Commits with one content prove the same: documents matter to the tests that read them, folders to what uses them. */
function contentOf(name) {
  const { readsDocuments, apart = [] } = parts[name];
  const isRead = (line) => {
    const [, file] = line.split('\t');
    return (readsDocuments || !(file === 'docs' || file.endsWith('.md'))) && !apart.includes(file);
  };
  return createHash('sha256').update(tree.filter(isRead).join('\n')).digest('hex').slice(0, 12);
}

/** A part that passed on this content is not run again; one that failed or was stopped is. */
async function prove(name) {
  if (results[name]?.passed) return console.log(`✓ ${name}: passed before`);
  const { needs } = parts[name];
  const usual = durations[name] ? 'last time it took' : 'takes about';
  const log = path.relative(root, logOf(name));
  console.log(
    `· ${name}: ${usual} ${usualMinutes(name).toFixed()} min, logs to ${log}${needs ? `; needs ${needs}` : ''}`,
  );
  const startedAt = Date.now();
  const clone = parts[name].isInClone ? cloneHere() : undefined;
  try {
    const code = await run(name, clone ?? root);
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    results[name] = { commit, passed: code === 0, code, seconds, missed: missedLines(name) };
    if (code === 0) durations[name] = seconds;
    writeFileSync(resultOf(name), JSON.stringify(results[name], null, 2));
    writeFileSync(durationsFile, JSON.stringify(durations, null, 2));
    console.log(describe(name));
  } finally {
    if (clone) rmSync(path.dirname(clone), { recursive: true, force: true });
  }
}

function usualMinutes(name) {
  return durations[name] ? durations[name] / 60 : parts[name].minutes;
}

/** A clone holds what is committed and nothing else: no packages, no builds, no data. */
function cloneHere() {
  const clone = path.join(mkdtempSync(path.join(tmpdir(), 'kazna-prove-')), 'kazna');
  git('clone', '--quiet', root, clone);
  return clone;
}

function run(name, cwd) {
  const { script, args = [], env = {}, isInClone } = parts[name];
  // The programmes of a clone that are not `npm test` do not install by themselves.
  const install = isInClone && script !== 'test' ? [['install', '--no-save', '--no-progress']] : [];
  const commands = [...install, ['run', '--silent', script, ...(args.length > 0 ? ['--', ...args] : [])]];
  const log = createWriteStream(logOf(name));
  return commands.reduce(async (before, npmArgs) => (await before) || execute(npmArgs, { cwd, env, log }), 0);
}

function execute(npmArgs, { cwd, env, log }) {
  const [command, args, more] = npmCommand(npmArgs);
  const child = spawn(command, args, {
    ...more,
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  return new Promise((resolve) => child.on('close', (code, signal) => resolve(code ?? signal)));
}

/** Targets that were missed and tests that failed, as the programmes mark them. */
function missedLines(name) {
  const lines = stripVTControlCharacters(readFileSync(logOf(name), 'utf8')).split('\n');
  return lines.filter((line) => /^\s*(✗|×)|\bmissed\b/.test(line)).slice(0, 12);
}

function summarize() {
  console.log(`\n${Object.keys(parts).map(describe).join('\n')}`);
  process.exitCode = chosen.every((name) => results[name]?.passed) ? 0 : 1;
}

function describe(name) {
  const result = results[name];
  if (!result) return `- ${name.padEnd(14)} not run`;
  const line = `${result.passed ? '✓' : '✗'} ${name.padEnd(14)} ${minutesOf(result.seconds).padStart(6)} min on ${result.commit}`;
  const code = result.passed ? '' : `, exit ${result.code}, ${path.relative(root, logOf(name))}`;
  return [line + code, ...result.missed.map((missed) => `    ${missed.trim()}`)].join('\n');
}

function logOf(name) {
  return path.join(folders[name], `${name}.log`);
}

function resultOf(name) {
  return path.join(folders[name], `${name}.json`);
}

function minutesOf(seconds) {
  return (seconds / 60).toFixed(1);
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) fail(stderr.trim());
  return stdout.trim();
}

function fail(message) {
  console.error(message);
  process.exit(2);
}
