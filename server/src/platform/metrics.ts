import { createRequire } from 'node:module';
import type * as prometheus from 'prom-client';
import { http } from './http/node-http.ts';

/** By its parts: the whole loads the metrics of the process, and OpenTelemetry for one of them. */
function partOf<Name extends keyof typeof prometheus>(name: Name): (typeof prometheus)[Name] {
  return createRequire(import.meta.url)(`prom-client/lib/${name.toLowerCase()}.js`);
}
const [Counter, Gauge, Histogram, Registry] = [
  partOf('Counter'),
  partOf('Gauge'),
  partOf('Histogram'),
  partOf('Registry'),
];

/** All metrics of the process. Each is declared beside what it counts, once. */
export const registry = new Registry();

/** Event loop, memory, garbage collection. They take a timer of their own, so only where somebody reads them. */
async function collectProcessMetrics(): Promise<void> {
  const { collectDefaultMetrics } = await import('prom-client');
  const areCollected = registry.getSingleMetric('process_cpu_seconds_total') !== undefined;
  if (!areCollected) collectDefaultMetrics({ register: registry });
}

/** Values of a label come from the code, never from a request: each new one is a series that is kept for ever. */
export function counter<Label extends string>(
  name: string,
  help: string,
  labelNames: Label[],
): prometheus.Counter<Label> {
  return new Counter({ name: `kazna_${name}`, help, labelNames, registers: [registry] });
}

export function gauge<Label extends string>(name: string, help: string, labelNames: Label[]): prometheus.Gauge<Label> {
  return new Gauge({ name: `kazna_${name}`, help, labelNames, registers: [registry] });
}

/** In seconds. */
export const durationBuckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];

export function durations<Label extends string>(
  name: string,
  help: string,
  labelNames: Label[],
): prometheus.Histogram<Label> {
  return new Histogram({ name: `kazna_${name}`, help, labelNames, buckets: durationBuckets, registers: [registry] });
}

interface KeptMetric {
  name: string;
  help: string;
  type: 'counter' | 'histogram';
  labelNames: string[];
  read: () => (prometheus.MetricValue<string> & { metricName: string })[];
  reset: () => void;
}

/** A metric whose values are kept by the code that counts them. */
export function keptMetric({ read, ...metric }: KeptMetric): void {
  const get = async () => ({ ...metric, values: read(), aggregator: 'sum' });
  registry.registerMetric({ ...metric, get } as unknown as prometheus.Metric);
}

/** Two scrapers, or one in a hurry, cost the database one read in the time. A failure is not remembered. */
export function atMostEvery(ms: number, read: () => Promise<void>): () => Promise<void> {
  let last: { at: number; done: Promise<void> } | undefined;
  return () => {
    if (!last || performance.now() - last.at >= ms) {
      const current = { at: performance.now(), done: read() };
      current.done.catch(() => {
        if (last === current) last = undefined;
      });
      last = current;
    }
    return last.done;
  };
}

export const refusedByLimit = counter('refused_by_limit_total', 'Calls above a rate limit', ['limit']);

/** Sets gauges to what is true now. */
type Collect = () => void | Promise<void>;

export interface MetricsOptions {
  port: number;
  host: string;
  collect: Collect[];
  onError: (error: Error) => void;
}

export interface MetricsServer {
  port: number;
  close(): Promise<void>;
}

const failedReads = counter(
  'metrics_failed_reads_total',
  'Reads of gauges that failed, mostly for lack of a database',
  [],
);

/** Serves `/metrics` on a port of its own, which only the monitoring should reach. */
export async function serveMetrics({ port, host, collect, onError }: MetricsOptions): Promise<MetricsServer> {
  await collectProcessMetrics();
  const collectAll = async () => {
    const outcomes = await Promise.allSettled(collect.map(async (one) => one()));
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue;
      failedReads.inc();
      onError(outcome.reason as Error);
    }
  };
  const server = http.createServer(async ({ method, url }, response) => {
    const isAsked = method === 'GET' && url?.split('?')[0] === '/metrics';
    if (!isAsked) return response.writeHead(404).end();
    await collectAll();
    response.setHeader('content-type', registry.contentType).end(await registry.metrics());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return {
    port: (server.address() as { port: number }).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
