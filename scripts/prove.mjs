// Runs every long programme on one commit, one after another, and goes on where it was stopped.
import { spawn, spawnSync } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { ensureInstalled, npmCommand, root } from './setup.mjs';

const chromium = 'a Chromium (on Debian as root installs chromium-headless-shell when there is none)';
/** Minutes are rough, of two cores; a part that has run here says its own. */
const parts = {
  test: { minutes: 20, script: 'test', isInClone: true, needs: chromium },
  faults: { minutes: 40, script: 'faults', env: { KILLS: '100' } },
  fuzz: { minutes: 10, script: 'fuzz', needs: 'nothing; calls of both interfaces' },
  'fuzz-v1': { minutes: 8, script: 'fuzz', args: ['--only', 'v1.'] },
  model: { minutes: 150, script: 'model', args: ['--runs', '10000'] },
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
  screens: { minutes: 25, script: 'screens', needs: chromium },
  samples: { minutes: 2, script: 'samples' },
};

const list = { type: 'string', multiple: true, default: [] };
const { values: options } = parseArgs({ options: { only: list, without: list, again: { type: 'boolean' } } });
for (const name of [...options.only, ...options.without]) if (!parts[name]) fail(`${name}: no such part`);
const chosen = Object.keys(parts).filter(
  (name) => !options.without.includes(name) && (options.only.length === 0 || options.only.includes(name)),
);

const changes = git('status', '--porcelain');
if (changes) fail(`The result would belong to no commit. Commit or remove first:\n${changes}`);
const commit = git('rev-parse', '--short=12', 'HEAD');
const folder = path.join(root, 'var/prove', commit);
const resultsFile = path.join(folder, 'results.json');
const durationsFile = path.join(root, 'var/prove/durations.json');
if (options.again) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const results = readJson(resultsFile);
const durations = readJson(durationsFile);

ensureInstalled();
console.log(`Commit ${commit}, logs in ${path.relative(root, folder)}`);
for (const name of chosen) await prove(name);
summarize();

/** A part that passed on this commit is not run again; one that failed or was stopped is. */
async function prove(name) {
  if (results[name]?.passed) return console.log(`✓ ${name}: passed before`);
  const { minutes, needs } = parts[name];
  const usual = durations[name] ? `took ${minutesOf(durations[name])} min last time` : `takes about ${minutes} min`;
  console.log(`· ${name}: ${usual}${needs ? `; needs ${needs}` : ''}`);
  const startedAt = Date.now();
  const clone = parts[name].isInClone ? cloneHere() : undefined;
  try {
    const code = await run(name, clone ?? root);
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    results[name] = { passed: code === 0, code, seconds, missed: missedLines(name) };
    durations[name] = seconds;
    writeFileSync(resultsFile, JSON.stringify(results, null, 2));
    writeFileSync(durationsFile, JSON.stringify(durations, null, 2));
    console.log(describe(name));
  } finally {
    if (clone) rmSync(path.dirname(clone), { recursive: true, force: true });
  }
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
  console.log(`\nCommit ${commit}\n${Object.keys(parts).map(describe).join('\n')}`);
  process.exitCode = chosen.every((name) => results[name]?.passed) ? 0 : 1;
}

function describe(name) {
  const result = results[name];
  if (!result) return `- ${name.padEnd(14)} not run`;
  const line = `${result.passed ? '✓' : '✗'} ${name.padEnd(14)} ${minutesOf(result.seconds).padStart(6)} min`;
  const code = result.passed ? '' : `, exit ${result.code}, ${path.relative(root, logOf(name))}`;
  return [line + code, ...result.missed.map((missed) => `    ${missed.trim()}`)].join('\n');
}

function logOf(name) {
  return path.join(folder, `${name}.log`);
}

function minutesOf(seconds) {
  return (seconds / 60).toFixed(1);
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
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
