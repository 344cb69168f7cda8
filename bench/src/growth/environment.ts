import { Client } from 'pg';
import { checkSinceCheckpoint } from '../../../server/src/money/ledger/check-ledger.ts';
import { type Database, openDatabase } from '../../../server/src/platform/db/database.ts';
import { newKey } from '../../../server/tests/support/keys.ts';
import { createTestDatabase, freePort } from '../../../server/tests/support/postgres.ts';
import { productEnvironment } from '../lean/testbed.ts';
import { type NodeProcess, startNode, untilAnswers } from '../node-process.ts';
import { newPayer, signIn } from '../payer.ts';
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
  /** Of the operator API. */
  key: string;
  /** Other organizations, which have about 500 transfers each. */
  others: string[];
  /** Where the organization's lists are half through. */
  halfway: { payment: string; entry: string };
  end: () => Promise<void>;
}

export async function openEnvironment(adminUrl: string, size: Size): Promise<Environment> {
  const { url: databaseUrl, drop } = await createTestDatabase(adminUrl);
  const env = { ...productEnvironment(databaseUrl, 'http://127.0.0.1:9'), API_RATE_LIMIT: '1000000' };
  // The worker migrates and sends the registration e-mail.
  const whole = await start(env, []);
  const payer = await newPayer(whole.url);
  await whole.process.end('SIGTERM');
  const db = await openDatabase({ databaseUrl, dataDir: '', poolSize: 2, onConnectionLost: () => {} });
  const { id: keyId, key } = await newKey({ db });
  await fill({ databaseUrl, ...size, active: payer, keyId });
  await requireNoFaults(checkSinceCheckpoint(db, await noonOf(db, 1)));
  const { url, process } = await start(env, ['serve']);
  const { token, organizationId } = await signIn(url, payer);
  return {
    url,
    process,
    db,
    organizationId,
    token,
    key,
    ...(await findPlaces(databaseUrl, organizationId)),
    end: async () => {
      await process.end('SIGKILL');
      await db.close();
      await drop();
    },
  };
}

async function start(env: Record<string, string>, roles: string[]): Promise<{ url: string; process: NodeProcess }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const process = startNode('server/src/main.ts', { ...env, PORT: String(port), PUBLIC_URL: url }, roles);
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
