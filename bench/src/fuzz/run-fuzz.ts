import { Client } from 'pg';
import { checkLedger } from '../../../server/src/money/ledger/check-ledger.ts';
import { openDatabase } from '../../../server/src/platform/db/database.ts';
import { buildRequest } from './build-request.ts';
import { contractViolation, parse } from './contract-violation.ts';
import { type Operation, readOperations } from './document.ts';
import { createKnownValues } from './known-values.ts';
import { createPersonas, type Personas, type Role, signInAgain, storeTokens } from './personas.ts';
import { type Random, seededRandom } from './random.ts';
import { curlOf } from './reproduce.ts';
import { createSender, type FuzzRequest } from './send.ts';
import { openSite, type Site } from './site.ts';

export interface FuzzPlan {
  seed: number;
  requests: number;
  /** How the ids of the called operations begin: `v1.` for the operator API alone. */
  only?: string | undefined;
  /** URL of a PostgreSQL server where a database can be created. */
  adminUrl: string;
  /** Name of a migrated database to copy. Without one the product migrates an empty database. */
  template?: string;
}

interface Failure {
  number: number;
  operation: string;
  fault: string;
  curl: string;
}

export interface FuzzReport {
  failures: Failure[];
  statuses: Map<number, number>;
  operations: string[];
  succeeded: Set<string>;
  ledgerFaults: string[];
  serverErrors: string[];
}

const maxFailures = 30;
/** Personas are replaced after this many requests, since calls close, block and delete them. */
const requestsPerPersonas = 300;
const cleanupEvery = 50;

/** Sequential, so that the same seed meets the same state. */
export async function runFuzz(plan: FuzzPlan, onProgress: (done: number) => void = () => {}): Promise<FuzzReport> {
  const site = await openSite(plan.adminUrl, plan.template);
  const client = new Client({ connectionString: site.databaseUrl });
  try {
    await client.connect();
    return await attack(plan, site, client, onProgress);
  } finally {
    await client.end();
    await site.end();
  }
}

async function attack(
  { seed, requests, only = '' }: FuzzPlan,
  site: Site,
  client: Client,
  onProgress: (done: number) => void,
): Promise<FuzzReport> {
  const { url } = site;
  const random = seededRandom(seed);
  const known = createKnownValues();
  const operations = (await readOperations(url)).filter(({ id }) => id.startsWith(only));
  if (operations.length === 0) throw new Error(`no operation begins with ${only}`);
  const report = emptyReport(operations);
  const nextOperation = shuffledDeck(operations, random);
  const { send, close } = createSender(url);
  let cast: Personas | null = null;
  for (let number = 1; number <= requests && report.failures.length < maxFailures; number += 1) {
    if (number % requestsPerPersonas === 0) cast = null;
    if (number % cleanupEvery === 0) {
      await clearLimits(client);
      await learnFromEmails(url, known.add);
      onProgress(number);
    }
    cast ??= await createPersonas({ url, client, known });
    const operation = nextOperation();
    const { request, role } = buildRequest(operation, cast, { random, known });
    const outcome = await ask(operation, request, send);
    if (outcome.fault)
      report.failures.push({ number, operation: operation.id, fault: outcome.fault, curl: curlOf(url, request, role) });
    const { status, body } = outcome;
    report.statuses.set(status, (report.statuses.get(status) ?? 0) + 1);
    if (status >= 200 && status < 400) {
      report.succeeded.add(operation.id);
      known.learn(operation, body, role ?? 'nobody');
      if (role && operation.credential !== 'none') storeTokens(cast[role], body);
    } else if (role && (await isGone(url, cast, role, status))) cast = null;
  }
  close();
  report.ledgerFaults = await booksOf(site);
  const output = site.process.output();
  if (!site.process.isRunning()) throw new Error(`the server has ended:\n${output}`);
  report.serverErrors = output.split('\n').filter((line) => line.includes('request failed'));
  return report;
}

function emptyReport(operations: Operation[]): FuzzReport {
  return {
    failures: [],
    statuses: new Map(),
    operations: operations.map(({ id }) => id),
    succeeded: new Set(),
    ledgerFaults: [],
    serverErrors: [],
  };
}

/** Shuffles the operations; every one comes once before any repeats. */
function shuffledDeck(operations: Operation[], random: Random): () => Operation {
  let left: Operation[] = [];
  return () => {
    if (left.length === 0) left = [...operations];
    return left.splice(random.between(0, left.length - 1), 1)[0] as Operation;
  };
}

async function ask(operation: Operation, request: FuzzRequest, send: ReturnType<typeof createSender>['send']) {
  try {
    const answer = await send(request);
    return { status: answer.status, body: parse(answer.text), fault: contractViolation(operation, answer) };
  } catch (error) {
    return { status: 0, body: undefined, fault: `was not answered: ${(error as Error).message}` };
  }
}

async function isGone(url: string, cast: Personas, role: Role, status: number): Promise<boolean> {
  return status === 401 && !(await signInAgain(url, cast[role]));
}

/** Rate limits would otherwise answer most requests with 429. */
/** A view would refuse everything else that staff try. */
async function clearLimits(client: Client): Promise<void> {
  await client.query('delete from throttle_counters');
  await client.query('update sessions set view_organization_id = null, view_until = null');
}

async function learnFromEmails(url: string, add: (name: string, value: string) => void): Promise<void> {
  const letters = (await (await fetch(`${url}/dev/mail.json`)).json()) as { links: string[] }[];
  for (const link of letters.reverse().flatMap(({ links }) => links)) {
    const token = /token=([\w-]+)/.exec(link)?.[1];
    if (token) add('token', token);
  }
}

async function booksOf({ databaseUrl }: Site): Promise<string[]> {
  const db = await openDatabase({ databaseUrl, dataDir: '', poolSize: 1, onConnectionLost: () => {} });
  try {
    return (await checkLedger(db)).map((fault) => JSON.stringify(fault));
  } finally {
    await db.close();
  }
}
