import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureInstalled, npmCommand, pinnedNode, root } from './setup.mjs';

const reports = path.join(root, 'node_modules/.cache/test-reports');
// The longest first, so that neither of the two workers is left alone with one.
const quick = ['lock', 'types', 'build', 'lint', 'boundaries', 'unused'];
const suites = ['test:code', 'test:browser'];
const done = [];

ensureInstalled();
rmSync(reports, { recursive: true, force: true });
const env = { ...process.env, CHROMIUM_PATH: findChromium() };

await Promise.all([runQueue(), runQueue()]);
if (!hasFailed()) for (const name of suites) await runAloud(name);
summarize();

/** Two workers share one queue; a step's output is shown only if it fails or reports what it checked. */
async function runQueue() {
  for (let name = quick.shift(); name && !hasFailed(); name = quick.shift()) {
    let output = '';
    const step = await run(name, env, (chunk) => {
      output += chunk;
    });
    if (step.failed || name === 'lock') console.log(`\n${output.trim()}\n`);
    console.log(describe(step));
  }
}

async function runAloud(name) {
  if (hasFailed()) return;
  console.log(`\n· ${name}`);
  const report = path.join(reports, `${name.replace(':', '-')}.json`);
  const step = await run(name, { ...env, TEST_REPORT: report });
  step.report = readReport(report);
  step.times = readReport(`${report}.times`);
  console.log(describe(step));
}

function run(name, stepEnv, onOutput) {
  const startedAt = performance.now();
  const output = onOutput ? 'pipe' : 'inherit';
  const [command, commandArgs, options] = npmCommand(['run', '--silent', name]);
  const child = spawn(command, commandArgs, { ...options, cwd: root, env: stepEnv, stdio: ['ignore', output, output] });
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', onOutput);
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const step = { name, failed: code !== 0, seconds: (performance.now() - startedAt) / 1000 };
      done.push(step);
      resolve(step);
    });
  });
}

/** Undefined when the run ended before it was written. */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function findChromium() {
  const found = spawnSync(pinnedNode, ['e2e/harness/chromium.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  if (found.status !== 0) process.exit(1);
  return found.stdout.trim();
}

function hasFailed() {
  return done.some((step) => step.failed);
}

function describe({ name, failed, seconds }) {
  return `${failed ? '✗' : '✓'} ${name.padEnd(14)} ${seconds.toFixed(1).padStart(6)} s`;
}

function slowestFiles(count) {
  const times = done.flatMap(({ times }) => times ?? []).toSorted((one, other) => other.seconds - one.seconds);
  return times.slice(0, count).map(({ file, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${file}`);
}

function flakyTests() {
  const files = done.flatMap(({ times }) => times ?? []);
  return files.flatMap(({ file, flaky }) => flaky.map((name) => `${file} > ${name}`));
}

function summarize() {
  const flaky = flakyTests();
  const failed = done.filter((step) => step.failed);
  const count = (key) => done.reduce((sum, step) => sum + (step.report?.[key] ?? 0), 0);
  console.log(`\nСамые долгие файлы:\n${slowestFiles(10).join('\n')}`);
  if (flaky.length > 0) console.log(`\nПрошли только со второй попытки:\n${flaky.join('\n')}`);
  console.log(`\n${done.map(describe).join('\n')}`);
  if (failed.length > 0) console.log(`Не прошло: ${failed.map((step) => step.name).join(', ')}`);
  console.log(`${count('numPassedTests')} passed, ${count('numFailedTests')} failed`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}
