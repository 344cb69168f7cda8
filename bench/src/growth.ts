import { Client } from 'pg';
import type { Queries } from '../../server/src/db/database.ts';
import { openDatabase } from '../../server/src/db/database.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { type Sql, sql } from '../../server/src/db/sql.ts';
import { selectPayments } from '../../server/src/payments/listing/store.ts';
import { createTestDatabase } from '../../server/src/testing/postgres.ts';
import { fillPayments } from './fill-payments.ts';
import { type Spread, spreadOf } from './spread.ts';

export interface PageCost {
  what: string;
  millis: Spread;
  /** Pages of 8 KiB that the plan touched. */
  buffers: number;
  plan: string;
}

const turns = Number(process.env.TURNS ?? 400);
const pageSize = 20;
const activeId = '00000000-0000-7000-8000-000000000001';
const dormantId = '00000000-0000-7000-8000-000000000002';

/** The product's own statement for a page, on a small table and on a large one, turn by turn. */
export async function measureGrowth(adminUrl: string, largeTotal: number): Promise<PageCost[]> {
  const small = await openFilled(adminUrl, 10_000);
  const large = await openFilled(adminUrl, largeTotal);
  try {
    const deep = await cursorAt(large, 999 * pageSize);
    const pages = [
      { what: 'first page of 10 000', client: small, statement: pageStatement(activeId) },
      { what: `first page of ${group(largeTotal)}`, client: large, statement: pageStatement(activeId) },
      { what: `1 000th page of ${group(largeTotal)}`, client: large, statement: pageStatement(activeId, deep) },
      { what: 'first page of one long inactive', client: large, statement: pageStatement(dormantId) },
    ];
    const samples: number[][] = pages.map(() => []);
    for (let turn = -20; turn < turns; turn += 1) {
      for (const [at, { client, statement }] of pages.entries()) {
        const startedAt = performance.now();
        const { rowCount } = await client.query(asQuery(statement));
        if (rowCount !== pageSize + 1) throw new Error(`a page of ${rowCount} rows`);
        if (turn >= 0) samples[at]?.push(performance.now() - startedAt);
      }
    }
    const costs: PageCost[] = [];
    for (const [at, { what, client, statement }] of pages.entries()) {
      costs.push({ what, millis: spreadOf(samples[at] ?? []), ...(await explain(client, statement)) });
    }
    return costs;
  } finally {
    await small.end();
    await large.end();
  }
}

async function openFilled(adminUrl: string, total: number): Promise<Client> {
  const { url } = await createTestDatabase(adminUrl);
  const db = await openDatabase({ databaseUrl: url, dataDir: '', poolSize: 1, onConnectionLost: () => {} });
  await migrate(db);
  await db.close();
  const client = new Client({ connectionString: url });
  await client.connect();
  const companies = "insert into organizations (id, kind, name) values ($1, 'company', 'А'), ($2, 'company', 'Б')";
  await client.query(companies, [activeId, dormantId]);
  await client.query(
    `insert into users (id, email, name, password_hash, referral_code)
     values (gen_random_uuid(), 'bench@example.ru', 'Мария', '', 'BENCH')`,
  );
  await fillPayments(client, { total, activeId, dormantId });
  return client;
}

/** The statement that the list route runs, caught on its way. */
function pageStatement(organizationId: string, cursor?: string): Sql {
  let caught = sql``;
  const db: Queries = {
    query: async <Row>(statement: Sql) => {
      caught = statement;
      return [] as Row[];
    },
    queryText: async () => ({ rows: [] }),
  };
  selectPayments(db, organizationId, {}, { limit: pageSize + 1, cursor });
  return caught;
}

function asQuery({ name, text, values }: Sql) {
  return { name, text, values };
}

async function cursorAt(client: Client, offset: number): Promise<string> {
  const { rows } = await client.query(
    'select id from payments where organization_id = $1 order by id desc offset $2 limit 1',
    [activeId, offset - 1],
  );
  return rows[0].id;
}

async function explain(client: Client, { text, values }: Sql): Promise<{ buffers: number; plan: string }> {
  const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, values);
  const { Plan: root } = rows[0]['QUERY PLAN'][0];
  const nodes: string[] = [];
  const walk = (node: { 'Node Type': string; 'Index Name'?: string; Plans?: (typeof node)[] }) => {
    nodes.push(node['Index Name'] ? `${node['Node Type']} ${node['Index Name']}` : node['Node Type']);
    for (const child of node.Plans ?? []) walk(child);
  };
  walk(root);
  return { buffers: root['Shared Hit Blocks'] + root['Shared Read Blocks'], plan: nodes.join(' > ') };
}

export function group(count: number): string {
  return count.toLocaleString('ru-RU').replaceAll('\u00a0', ' ');
}
