import { Client } from 'pg';
import { rollUpTotals } from '../../../server/src/demo/store.ts';
import { openDatabase } from '../../../server/src/platform/db/database.ts';
import { transactionWithoutTimeouts } from '../../../server/src/platform/db/timeouts.ts';
import { importRows } from '../ledger/import-rows.ts';
import { insertPeople } from '../scale/fill.ts';
import type { Size } from './sizes.ts';
import * as statements from './statements.ts';

export interface Filling extends Size {
  databaseUrl: string;
  /** Has a tenth of everything. */
  active: { organizationId: string; userId: string };
  /** Of the operator API: makes all charges. */
  keyId: string;
}

const tables = ['payments', 'refunds', 'charges', 'idempotency_keys', 'ledger_transfers', 'ledger_entries'];

/** Generates two years of people, payments, refunds and charges in SQL, and imports their ledger. */
export async function fill(filling: Filling): Promise<void> {
  const client = new Client({ connectionString: filling.databaseUrl });
  await client.connect();
  try {
    for (const setting of settings) await client.query(`set ${setting}`);
    const indexes = await dropIndexes(client);
    await insertRows(client, filling);
    await importAll(filling.databaseUrl);
    for (const definition of indexes) await client.query(definition);
    await client.query(`drop table ${statements.owners}`);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

async function insertRows(client: Client, filling: Filling): Promise<void> {
  const { transfers, payments, organizations, lastDay, active, keyId } = filling;
  await client.query(insertPeople, [organizations]);
  await client.query(statements.createOwners);
  await client.query(statements.fillOwners, [active.organizationId, active.userId]);
  await client.query(statements.insertPayments, [payments, Math.round((lastDay * payments) / transfers)]);
  await client.query(statements.insertRefunds);
  const { rows } = await client.query(statements.countPosted);
  const { posted, postedLastDay } = rows[0] as { posted: number; postedLastDay: number };
  await client.query(statements.insertCharges, [transfers - posted, lastDay - postedLastDay, keyId]);
  await client.query(statements.insertKeys);
}

/** Skips foreign key checks and triggers: the rows are consistent, and the product's own check reads all of them. */
const settings = [
  "session_replication_role = 'replica'",
  "work_mem = '512MB'",
  "maintenance_work_mem = '512MB'",
  'synchronous_commit = off',
];

/** Indexes are built afterwards, which takes a fraction of the time, but for one that the import reads by. */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexname as name, i.indexdef as definition from pg_indexes i
     where i.schemaname = 'public' and i.tablename = any($1)
       and i.indexname <> 'ledger_entries_time'
       and not exists (select from pg_constraint c where c.conname = i.indexname)`,
    [tables],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Transfers, balances, entries and sums by day, by the product's own import. */
async function importAll(databaseUrl: string): Promise<void> {
  const db = await openDatabase({ databaseUrl, dataDir: '', poolSize: 1, onConnectionLost: () => {} });
  await transactionWithoutTimeouts(db, async (tx) => {
    for (const setting of settings) await tx.queryText(`set local ${setting}`);
    await importRows(tx, statements.selectTransfers);
    await rollUpTotals(tx);
  });
  await db.close();
}
