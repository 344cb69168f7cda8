import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer, Endpoint, Sent } from '@kazna/contract/shared/endpoint';
import type { ProblemBody } from '@kazna/contract/shared/problems';
import type { FastifyInstance } from 'fastify';
import pino, { type Logger } from 'pino';
import { buildApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config/config.ts';
import { openProviders } from '../../src/payments/providers/open-provider.ts';
import { type PaymentProvider, providersOf } from '../../src/payments/providers/provider.ts';
import type { ExternalProvider } from '../../src/people/accounts/external/provider.ts';
import { loadSessionKeys, type SessionKeys } from '../../src/people/accounts/sessions/session-keys-store.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { openQueue, type Queue } from '../../src/platform/jobs/queue.ts';
import { listLetters, type StoredLetter } from '../../src/platform/mail/mailbox-store.ts';
import { jobKinds, startWorker } from '../../src/worker.ts';
import { migratedTemplate, openTestDatabase, type TestDatabase } from './database.ts';

export interface CallOptions {
  token?: string;
  address?: string;
  userAgent?: string;
  headers?: Record<string, string>;
}

/** Without `status`, which some bodies use for a field of their own. */
export type Refusal = Omit<ProblemBody, 'status'>;

export interface Result<Body> {
  status: number;
  body: Body;
  headers: Record<string, string | string[] | number | undefined>;
}

export interface TestApp {
  app: FastifyInstance;
  db: Database;
  keys: SessionKeys;
  queue: Queue;
  call<E extends Endpoint>(
    endpoint: E,
    sent?: Partial<Sent<E>>,
    options?: CallOptions,
  ): Promise<Result<Answer<E> & Refusal>>;
  /** Waits until there are `nth` letters with this text in the subject, and returns the newest. */
  letter(to: string, subject: string, nth?: number): Promise<StoredLetter>;
  /** Undefined for an embedded database. */
  databaseUrl: string | undefined;
  /** Another server on the same database. PostgreSQL only. */
  startSecondProcess(): Promise<TestApp>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  env?: Record<string, string>;
  log?: Logger;
  webDirectory?: string;
  /** The template database; a PostgreSQL of the test's own has only `template0`. */
  template?: string;
  /** Wraps the database of the routes, to record statements. */
  watch?: (db: Database) => Database;
  /** Nothing works by itself and no job is stored: the test says which job runs when. */
  isIdle?: boolean;
  /** Side by side with those of the configuration. */
  otherProviders?: PaymentProvider[];
  externalProviders?: ExternalProvider[];
}

/** The whole server without a socket, on a database of its own. */
export async function startTestApp(adminUrl?: string, options: TestAppOptions = {}): Promise<TestApp> {
  const { template = migratedTemplate } = options;
  const { db, url, openAgain, remove } = await openTestDatabase(adminUrl, template);
  await migrate(db);
  const first = await startOn({ db, url }, options, remove);
  return {
    ...first,
    startSecondProcess: async () => {
      const other = await openAgain();
      return startOn({ db: other, url }, options, () => other.close());
    },
  };
}

const idleQueue: Queue = {
  enqueue: async () => {},
  deleteJobs: async () => {},
  retry: async () => false,
  work: async () => {},
  stop: async () => {},
};

async function startOn(
  { db, url: databaseUrl }: Pick<TestDatabase, 'db' | 'url'>,
  options: TestAppOptions,
  closeDatabase: () => Promise<void>,
): Promise<TestApp> {
  // The sandbox writes a file there, and test files run in parallel.
  const dataDir = await mkdtemp(join(tmpdir(), 'kazna-app-'));
  const config = parseConfig({ LOG_LEVEL: 'silent', NODE_ENV: 'test', DATA_DIR: dataDir, ...options.env });
  const { log = pino({ level: 'silent' }), webDirectory = '/nowhere', watch = (it) => it } = options;
  const keys = await loadSessionKeys(db, config.sessionSecret);
  const queue = options.isIdle
    ? idleQueue
    : await openQueue(db, { kinds: jobKinds, isWorker: true, onError: () => {}, pollMs: 50 });
  const providers = providersOf(openProviders(config).default, ...(options.otherProviders ?? []));
  const worker = options.isIdle ? null : await startWorker({ config, log, db, queue, keys, providers });
  const { externalProviders } = options;
  const external = externalProviders ? { externalProviders } : {};
  const app = buildApp({ config, log, db: watch(db), queue, keys, webDirectory, providers, ...external });
  await app.ready();
  return {
    app,
    db,
    databaseUrl,
    keys,
    queue,
    call: (endpoint, sent, callOptions) => callEndpoint(app, endpoint, sent, callOptions),
    letter: (to, subject, nth = 1) => waitForLetter(db, to, subject, nth),
    startSecondProcess: () => Promise.reject(new Error('ask the first app')),
    close: async () => {
      await app.close();
      await Promise.all([queue.stop(), worker?.stop(1000)]);
      await closeDatabase();
      await rm(dataDir, { recursive: true });
    },
  };
}

async function callEndpoint<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  sent: Partial<Sent<E>> = {},
  { token, address, userAgent, headers }: CallOptions = {},
): Promise<Result<Answer<E> & Refusal>> {
  const { params, query, body } = sent as {
    params?: Record<string, string>;
    query?: Record<string, string>;
    body?: object;
  };
  const response = await app.inject({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params?.[name] ?? '')),
    remoteAddress: address ?? '127.0.0.1',
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      'user-agent': userAgent ?? 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150',
      ...headers,
    },
    ...(query ? { query } : {}),
    ...(body ? { payload: body } : {}),
  });
  const parsed = response.body ? JSON.parse(response.body) : undefined;
  return { status: response.statusCode, body: parsed, headers: response.headers };
}

async function waitForLetter(db: Database, to: string, subject: string, nth: number): Promise<StoredLetter> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const letters = (await listLetters(db, to, 100)).filter((letter) => letter.subject.includes(subject));
    if (letters.length >= nth) return letters[0] as StoredLetter;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no letter «${subject}» to ${to}`);
}
