import { Client } from 'pg';
import { checkSinceCheckpoint } from '../../../server/src/money/ledger/check-ledger.ts';
import { type Database, openDatabase } from '../../../server/src/platform/db/database.ts';
import { newKey } from '../../../server/tests/support/keys.ts';
import { createTestDatabase, freePort } from '../../../server/tests/support/postgres.ts';
import { productEnvironment } from '../lean/testbed.ts';
import { type NodeProcess, startNode, untilAnswers } from '../node-process.ts';
import { newPayer, type Payer, signIn } from '../payer.ts';
import { fill } from './fill.ts';
import type { Size } from './sizes.ts';

/** The product on a filled database whose books were checked up to yesterday. */
export interface Environment {
  url: string;
  process: NodeProcess;
  db: Database;
  /** Of a member of the organization with a tenth of everything. */
  organizationId: string;
  token: string;
  refreshToken: string;
  /** Of the operator API. */
  key: string;
  /** Other organizations. */
  others: string[];
  /** Where the organization's lists are half through. */
  halfway: { payment: string; entry: string };
  end: () => Promise<void>;
}

export interface Base {
  name: string;
  payer: Payer;
  keyId: string;
  key: string;
}

export async function createBase(adminUrl: string): Promise<Base> {
  const { name, url: databaseUrl } = await createTestDatabase(adminUrl);
  // The worker migrates and sends the registration e-mail.
  const whole = await start(databaseUrl, []);
  const payer = await newPayer(whole.url);
  await whole.process.end('SIGTERM');
  const db = await open(databaseUrl);
  const { id: keyId, key } = await newKey({ db });
  await db.close();
  return { name, payer, keyId, key };
}

export async function openEnvironment(adminUrl: string, base: Base, size: Size): Promise<Environment> {
  const { payer, keyId, key } = base;
  const { url: databaseUrl, drop } = await createTestDatabase(adminUrl, base.name);
  await fill({ databaseUrl, ...size, active: payer, keyId });
  const db = await open(databaseUrl);
  await requireNoFaults(checkSinceCheckpoint(db, await noonOf(db, 1)));
  const { url, process } = await start(databaseUrl, ['serve']);
  const { token, refreshToken, organizationId } = await signIn(url, payer);
  return {
    url,
    process,
    db,
    organizationId,
    token,
    refreshToken,
    key,
    ...(await findPlaces(databaseUrl, organizationId)),
    end: async () => {
      await process.end('SIGKILL');
      await db.close();
      await drop();
    },
  };
}

/** Access tokens live for 15 minutes, and the next database may take longer to fill. */
export async function renewToken(environment: Environment): Promise<void> {
  const headers = { authorization: `Bearer ${environment.refreshToken}` };
  const answer = await fetch(`${environment.url}/api/auth/refresh`, { headers });
  if (!answer.ok) throw new Error(`the session was not renewed: ${answer.status} ${await answer.text()}`);
  const { accessToken, refreshToken } = (await answer.json()) as Record<string, string>;
  Object.assign(environment, { token: accessToken, refreshToken });
}

function open(databaseUrl: string): Promise<Database> {
  return openDatabase({ databaseUrl, dataDir: '', poolSize: 2, onConnectionLost: () => {} });
}

async function start(databaseUrl: string, roles: string[]): Promise<{ url: string; process: NodeProcess }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = productEnvironment(databaseUrl, 'http://127.0.0.1:9');
  const own = { API_RATE_LIMIT: '1000000', PORT: String(port), PUBLIC_URL: url };
  const process = startNode('server/src/main.mjs', { ...env, ...own }, roles);
  await untilAnswers(`${url}/api/health/ready`, process);
  return { url, process };
}

/** Noon in Moscow so many days ago. */
export async function noonOf(db: Database, daysAgo: number): Promise<Date> {
  const { rows } = await db.queryText(
    `select ((now() at time zone 'Europe/Moscow')::date - $1::int + interval '12 hours') at time zone 'Europe/Moscow' as at`,
    [daysAgo],
  );
  return new Date(rows[0]?.at as string);
}

export async function requireNoFaults(check: Promise<string[]>): Promise<void> {
  const faults = await check;
  if (faults.length > 0) throw new Error(`the books do not agree:\n${faults.join('\n')}`);
}

async function findPlaces(databaseUrl: string, id: string): Promise<Pick<Environment, 'others' | 'halfway'>> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const find = async (text: string) => (await client.query<{ id: string }>(text, [id])).rows.map((row) => row.id);
  const middleOf = (table: string) => `offset (select count(*) / 2 from ${table} where organization_id = $1) limit 1`;
  const others = await find(
    `select organization_id as id from ledger_accounts where organization_id <> $1 and balance_minor > 0 limit 100`,
  );
  const [payment = ''] = await find(
    `select id from payments where organization_id = $1 order by created_at desc, id desc ${middleOf('payments')}`,
  );
  const [entry = ''] = await find(
    `select transfer_id as id from ledger_entries where organization_id = $1
     order by created_at desc, seq desc ${middleOf('ledger_entries')}`,
  );
  await client.end();
  return { others, halfway: { payment, entry } };
}
