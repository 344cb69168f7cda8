import { createServer } from 'node:http';
import { collectProcessMetrics, counter, registry } from './registry.ts';

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
  collectProcessMetrics();
  const collectAll = async () => {
    const outcomes = await Promise.allSettled(collect.map(async (one) => one()));
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue;
      failedReads.inc();
      onError(outcome.reason as Error);
    }
  };
  const server = createServer(async ({ method, url }, response) => {
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
