import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { shopForThisFile } from '../tests/support/app-for-file.ts';
import { newKey } from '../tests/support/keys.ts';
import { newPayer, paidPayment } from '../tests/support/payments.ts';
import { parseConfig } from './config/config.ts';
import { startMetrics } from './metrics.ts';
import { ledgerChecking } from './money/ledger/jobs.ts';
import { openDatabase } from './platform/db/database.ts';
import { registry } from './platform/metrics.ts';
import { jobKinds } from './worker.ts';

const documents = join(import.meta.dirname, '../../docs');
const isOurs = (name: string) => name.startsWith('kazna_');

const shop = shopForThisFile();

async function scrape(): Promise<string> {
  const { db } = shop;
  const context = { config: { host: '127.0.0.1' }, log: pino({ level: 'silent' }), db, jobDb: db };
  const metrics = await startMetrics(0, context);
  try {
    return await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text();
  } finally {
    await metrics.close();
  }
}

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

function parse(text: string): Sample[] {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name = '', inner = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    const labels = Object.fromEntries(
      [...inner.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', it = '']) => [key, it]),
    );
    return { name, labels, value: Number(value) };
  });
}

let samples: Sample[];
const find = (name: string, labels: Record<string, string> = {}) =>
  samples.find((one) => one.name === name && Object.entries(labels).every(([key, it]) => one.labels[key] === it))
    ?.value;

beforeAll(async () => {
  // Other files of the worker have counted as well.
  registry.resetMetrics();
  const payer = await newPayer(shop);
  const { id } = await paidPayment(shop, payer);
  const authorization = `Bearer ${payer.token}`;
  await fetch(`${shop.url}/api/payments/${id}`, { headers: { authorization } });
  await fetch(`${shop.url}/api/payments/${randomUUID()}`, { headers: { authorization } });
  for (let round = 0; round < 30; round += 1) await fetch(`${shop.url}/nowhere/${randomUUID()}`);
  await fetch(`${shop.url}/api/payments`, { method: 'PROPFIND' });
  const { key } = await newKey(shop);
  await fetch(`${shop.url}/v1/organizations/${randomUUID()}`, { headers: { authorization: `Bearer ${key}` } });
  await shop.run(ledgerChecking, {});
  samples = parse(await scrape());
});

test('the dashboard and the alerts ask for metrics that exist, and leave none out', () => {
  const texts = ['grafana.json', 'alerts.yaml'].map((file) => readFileSync(join(documents, file), 'utf8')).join();
  const asked = new Set(texts.match(/\bkazna_\w+/g)?.map((name) => name.replace(/_(bucket|sum|count)$/, '')));
  expect([...asked].sort()).toEqual(
    registry
      .getMetricsAsArray()
      .map(({ name }) => name)
      .filter(isOurs)
      .sort(),
  );
});

test('the names of all metrics of the product are these', () => {
  const names = registry.getMetricsAsArray().map(({ name }) => name);
  expect(names.filter(isOurs).sort()).toEqual([
    'kazna_database_connections',
    'kazna_database_waiting',
    'kazna_http_request_seconds',
    'kazna_http_requests_total',
    'kazna_inbox_failures_total',
    'kazna_inbox_letters_total',
    'kazna_jobs_failed',
    'kazna_jobs_oldest_seconds',
    'kazna_jobs_waiting',
    'kazna_ledger_checked_timestamp_seconds',
    'kazna_ledger_faults',
    'kazna_letters_total',
    'kazna_live_streams',
    'kazna_metrics_failed_reads_total',
    'kazna_provider_call_seconds',
    'kazna_refused_by_limit_total',
    'kazna_webhook_attempt_seconds',
    'kazna_webhook_endpoints',
    'kazna_webhook_oldest_due_seconds',
  ]);
  expect(names).toContain('nodejs_eventloop_lag_p99_seconds');
});

test('requests are counted by the pattern of their route, whatever addresses and methods come', () => {
  expect(find('kazna_http_requests_total', { route: '/api/payments/:paymentId', status: '200' })).toBeGreaterThan(0);
  expect(find('kazna_http_requests_total', { route: '/api/payments/:paymentId', status: '404' })).toBe(1);
  expect(find('kazna_http_requests_total', { route: 'none', method: 'GET', status: '404' })).toBe(30);
  expect(find('kazna_http_requests_total', { route: 'none', method: 'other' })).toBe(1);
  expect(find('kazna_http_request_seconds_count', { route: '/api/payments/:paymentId' })).toBeGreaterThan(1);
});

const labelsOf = {
  kazna_database_connections: ['pool', 'state'],
  kazna_database_waiting: ['pool'],
  kazna_http_request_seconds: ['method', 'route'],
  kazna_http_requests_total: ['method', 'route', 'status'],
  kazna_inbox_failures_total: ['fault'],
  kazna_inbox_letters_total: ['result'],
  kazna_jobs_failed: ['kind'],
  kazna_jobs_oldest_seconds: ['kind'],
  kazna_jobs_waiting: ['kind'],
  kazna_letters_total: ['result'],
  kazna_provider_call_seconds: ['operation', 'provider', 'result'],
  kazna_refused_by_limit_total: ['limit'],
  kazna_webhook_attempt_seconds: ['result'],
  kazna_webhook_endpoints: ['state'],
};

test('the labels of all metrics of the product are these', () => {
  const declared = registry.getMetricsAsArray() as unknown as { name: string; labelNames: string[] }[];
  const labelled = declared.filter(({ name, labelNames }) => isOurs(name) && labelNames.length > 0);
  expect(Object.fromEntries(labelled.map(({ name, labelNames }) => [name, labelNames.toSorted()]))).toEqual(labelsOf);
});

/** What a label may hold: values that the code names, so that no request adds a series. */
const isKnown: Record<string, (value: string) => boolean> = {
  method: (value) => ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'other'].includes(value),
  route: (value) =>
    value === 'none' || ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].some((method) => hasRoute(method, value)),
  status: (value) => /^[2-5]\d\d$/.test(value),
  kind: (value) => jobKinds.some(({ name }) => name === value),
  pool: (value) => ['requests', 'jobs'].includes(value),
  state: (value) => ['in use', 'idle', 'healthy', 'failing', 'disabled'].includes(value),
  result: (value) => ['sent', 'failed', 'answered', 'refused', 'silent', 'delivered', 'no answer'].includes(value),
  provider: (value) => value === 'yookassa',
  operation: (value) => /^(GET|POST) \/(payments|refunds|payment_methods)$/.test(value),
  limit: (value) => /^[a-z-]+$/.test(value),
  le: (value) => value === '+Inf' || Number(value) > 0,
};
const hasRoute = (method: string, url: string) => shop.app.hasRoute({ method: method as 'GET', url });

test('every label holds a value that the code names', () => {
  const ours = samples.filter(({ name }) => isOurs(name));
  const pairs = ours.flatMap(({ labels }) => Object.entries(labels));
  expect(pairs.filter(([label, value]) => !isKnown[label]?.(value))).toEqual([]);
  expect(new Set(pairs.map(([label]) => label)).size).toBeGreaterThan(6);
});

test('made-up addresses, ids, methods and keys add no series', async () => {
  const hostile = async () => {
    const id = randomUUID();
    await fetch(`${shop.url}/api/payments/${id}`, { headers: { authorization: `Bearer ${id}` } });
    await fetch(`${shop.url}/api/${id}/${id}?q=${id}`);
    await fetch(`${shop.url}/v1/charges/${id}`, { headers: { authorization: `Bearer kzn_${id}` } });
    await fetch(`${shop.url}/assets/${id}.js`);
    await fetch(`${shop.url}/api/payments`, { method: `M${id.slice(0, 4)}` }).catch(() => {});
  };
  await hostile();
  const before = parse(await scrape()).filter(({ name }) => isOurs(name)).length;
  for (let round = 0; round < 3; round += 1) await hostile();
  expect(parse(await scrape()).filter(({ name }) => isOurs(name)).length).toBe(before);
});

test('no label holds an id, a key or an address', () => {
  const values = samples.flatMap(({ labels }) => Object.values(labels));
  expect(values.filter((value) => /[0-9a-f]{8}-|kzn_|nowhere|@|\?/.test(value))).toEqual([]);
});

test('provider calls, jobs, pools and the check of the books have metrics', () => {
  expect(find('kazna_provider_call_seconds_count', { operation: 'POST /payments', result: 'answered' })).toBe(1);
  const kinds = samples.filter(({ name }) => name === 'kazna_jobs_waiting').map(({ labels }) => labels.kind);
  expect(kinds.sort()).toEqual(jobKinds.map(({ name }) => name).sort());
  expect(find('kazna_database_connections', { pool: 'requests', state: 'idle' })).toBeGreaterThan(0);
  expect(find('kazna_ledger_faults')).toBe(0);
});

test('without a database the metrics of the process are still served, and the failed reads counted', async () => {
  const db = await openDatabase({
    databaseUrl: inject('databaseUrl').replace(/\/[^/]*$/, '/no_such_database'),
    dataDir: '',
    poolSize: 2,
    onConnectionLost: () => {},
  });
  onTestFinished(() => db.close());
  const context = { config: { host: '127.0.0.1' }, log: pino({ level: 'silent' }), db, jobDb: db };
  const metrics = await startMetrics(0, context);
  onTestFinished(() => metrics.close());
  const response = await fetch(`http://127.0.0.1:${metrics.port}/metrics`);
  expect(response.status).toBe(200);
  const failed = parse(await response.text()).find(({ name }) => name === 'kazna_metrics_failed_reads_total');
  expect(failed?.value).toBe(3);
});

test('metrics are off without a port, and never on the public one', async () => {
  expect(parseConfig({}).metricsPort).toBeUndefined();
  expect(parseConfig({ METRICS_PORT: '9464' }).metricsPort).toBe(9464);
  expect((await fetch(`${shop.url}/metrics`)).status).toBe(404);
});
