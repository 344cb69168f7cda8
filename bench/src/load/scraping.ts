import { setTimeout as sleep } from 'node:timers/promises';
import { databaseCpuMicros } from '../lean/database-cpu.ts';
import { spreadOf } from '../spread.ts';
import { createClient } from './client.ts';
import { createMix } from './mix.ts';
import { type Measured, runOpenLoop } from './open-loop.ts';
import { type Claim, noErrors } from './report.ts';
import { openSite, type Site } from './site.ts';

/** Prometheus scrapes every 15 seconds. What comes from the database is read every 10 seconds at most. */
const scrapeEveryMs = 5000;
const intervalSeconds = 10;
const maxRatio = 1.02;

/** CPU time a call of server and database, in turn with and without a scraper. */
export async function runScraping(seconds: number): Promise<Claim[]> {
  const site = await openSite({ database: 'postgres', hasMetrics: true });
  const [{ url }] = site.servers;
  const client = createClient(url);
  try {
    const { payers, sandbox } = site;
    const { kinds } = createMix({ client, payers, pay: (id) => sandbox.pay(id, 'card'), scale: 1 });
    const all: Measured[] = [];
    const costOfInterval = async () => {
      const before = await cpuMicros(site);
      const measured = await runOpenLoop(kinds, intervalSeconds);
      all.push(...measured);
      return ((await cpuMicros(site)) - before) / countCalls(measured);
    };
    await costOfInterval();
    const pairs: { scraped: number; quiet: number }[] = [];
    for (let pair = 0; pair < Math.max(1, seconds / intervalSeconds / 2); pair += 1) {
      // Each goes first in every second pair: a server that grows warmer, or a machine busier, favours neither.
      const first = pair % 2 === 0 ? await whileScraped(site, costOfInterval) : undefined;
      const quiet = await costOfInterval();
      pairs.push({ quiet, scraped: first ?? (await whileScraped(site, costOfInterval)) });
    }
    const ratio = spreadOf(pairs.map(({ scraped, quiet }) => scraped / quiet));
    const [scraped, quiet] = [pairs.map((pair) => pair.scraped), pairs.map((pair) => pair.quiet)].map(medianMs);
    const spread = `${ratio.median.toFixed(3)} (${ratio.low.toFixed(3)}–${ratio.high.toFixed(3)})`;
    const text = `CPU ms a call: ${scraped} while scraped every ${scrapeEveryMs / 1000} s, ${quiet} while not, ratio ${spread}, at most ${maxRatio}`;
    console.log(`A scrape takes ${(await costOfScrape(site)).toFixed(1)} ms of CPU`);
    return [noErrors(all), { text, holds: ratio.median <= maxRatio }];
  } finally {
    client.close();
    await site.end();
  }
}

async function whileScraped<T>({ servers: [{ metricsUrl = '' }] }: Site, work: () => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const scraping = scrape(metricsUrl, stop.signal);
  const result = await work();
  stop.abort();
  await scraping;
  return result;
}

async function scrape(url: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await scrapeOnce(url);
    await sleep(scrapeEveryMs, undefined, { signal }).catch(() => {});
  }
}

async function scrapeOnce(url: string): Promise<void> {
  const answer = await fetch(url);
  const text = await answer.text();
  if (!answer.ok || !text.includes('kazna_http_requests_total{')) throw new Error(`${url} told of no requests`);
}

const scrapesOfCost = 50;

async function costOfScrape(site: Site): Promise<number> {
  const [{ metricsUrl = '' }] = site.servers;
  const before = await cpuMicros(site);
  for (let count = 0; count < scrapesOfCost; count += 1) await scrapeOnce(metricsUrl);
  return ((await cpuMicros(site)) - before) / scrapesOfCost / 1000;
}

async function cpuMicros({ servers: [{ process }], postmaster }: Site): Promise<number> {
  const ofDatabase = postmaster === undefined ? null : await databaseCpuMicros(postmaster);
  return (await process.cpuMicros()) + (ofDatabase ?? 0);
}

function countCalls(measured: Measured[]): number {
  return measured.reduce((sum, { millis }) => sum + millis.length, 0);
}

function medianMs(micros: number[]): string {
  return (spreadOf(micros).median / 1000).toFixed(2);
}
