import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContext, chromium } from 'playwright-core';
import { freePort } from '../server/tests/support/postgres.ts';
import { findChromium } from './harness/chromium.ts';
import { startDemo } from './harness/demo.ts';

/** Fetched on demand: as a dependency it would add a hundred packages and 180 MB to every install. */
const lighthouse = 'lighthouse@13.5.0';
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const leastScores = { accessibility: 100, 'best-practices': 100 };
const figures = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
};

interface Report {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>;
}

const demo = await startDemo();
try {
  await measure('/', 95);
  await measure('/auth/', 95);
  await measure(`/dashboard/${demo.company}`, 85, demo.tokens);
} finally {
  await demo.stop();
}

async function measure(place: string, leastPerformance: number, tokens?: string): Promise<void> {
  const report = await inspect(demo.url + place, tokens);
  const scores = categories.map((name) => `${name} ${scoreOf(report, name)}`);
  const values = Object.entries(figures).map(([name, id]) => `${name} ${report.audits[id]?.displayValue}`);
  console.log(`${place.replace(demo.company, '{id}')}: ${[...scores, ...values].join(', ')}`);
  for (const [name, least] of Object.entries({ ...leastScores, performance: leastPerformance })) {
    for (const title of failuresOf(report, name)) console.log(`  ${name}: ${title}`);
    if (scoreOf(report, name) < least) process.exitCode = 1;
  }
}

/** A fresh browser without cache. */
async function inspect(url: string, tokens?: string): Promise<Report> {
  const profile = await mkdtemp(path.join(tmpdir(), 'kazna-lighthouse-'));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  });
  try {
    if (tokens) await signIn(context, tokens);
    const options = ['--quiet', '--output=json', '--disable-storage-reset', `--port=${port}`];
    const command = ['--yes', lighthouse, url, ...options, `--only-categories=${categories.join()}`];
    const { stdout } = await promisify(execFile)('npx', command, { maxBuffer: 64 * 1024 * 1024 });
    return JSON.parse(stdout) as Report;
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

async function signIn(context: BrowserContext, tokens: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${demo.url}/api/health/live`);
  await page.evaluate((value) => localStorage.setItem('tokens', value), tokens);
  await page.close();
}

function scoreOf({ categories }: Report, name: string): number {
  return Math.round((categories[name]?.score ?? 0) * 100);
}

function failuresOf({ categories, audits }: Report, name: string): string[] {
  const weighed = categories[name]?.auditRefs.filter(({ weight }) => weight > 0) ?? [];
  return weighed.flatMap(({ id }) => {
    const audit = audits[id];
    return audit && audit.score !== null && audit.score < 1 ? [audit.title] : [];
  });
}
