import { Client } from 'pg';
import { openDatabase } from '../../../server/src/platform/db/database.ts';
import { migrate } from '../../../server/src/platform/db/migrate.ts';
import { newKey } from '../../../server/tests/support/keys.ts';
import { createTestDatabase, freePort } from '../../../server/tests/support/postgres.ts';
import { plantMeter } from '../../../server/tests/support/usage.ts';
import { productEnvironment } from '../lean/testbed.ts';
import { startNode, untilAnswers } from '../node-process.ts';

export const organizationCount = 200;

/** Whom events are sent to. */
export interface Target {
  url: string;
  key: string;
  meter: string;
  organizationIds: string[];
}

/** The product on a database with organizations and months for events. */
export interface UsageTestbed {
  databaseUrl: string;
  target: Target;
  client: Client;
  end: () => Promise<void>;
}

export async function openUsageTestbed(adminUrl: string): Promise<UsageTestbed> {
  const { url: databaseUrl, drop } = await createTestDatabase(adminUrl);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { key, meter } = await prepare(client, databaseUrl);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { ...productEnvironment(databaseUrl, 'http://127.0.0.1:9'), API_RATE_LIMIT: '1000000' };
  const server = startNode('server/src/main.mjs', { ...env, PORT: String(port), PUBLIC_URL: url }, ['serve']);
  await untilAnswers(`${url}/api/health/ready`, server);
  const { rows } = await client.query('select id from organizations order by id');
  return {
    databaseUrl,
    target: { url, key, meter, organizationIds: rows.map(({ id }) => id) },
    client,
    end: async () => {
      await server.end('SIGKILL');
      await client.end();
      await drop();
    },
  };
}

async function prepare(client: Client, databaseUrl: string) {
  const db = await openDatabase({ databaseUrl, dataDir: '', poolSize: 2, onConnectionLost: () => {} });
  await migrate(db);
  const meter = await plantMeter(db);
  const { key } = await newKey({ db });
  await db.close();
  await client.query(
    `insert into organizations (id, kind, name) select gen_random_uuid(), 'company', 'ООО ' || n from generate_series(1, $1::int) n`,
    [organizationCount],
  );
  await client.query(
    `select make_usage_partition(m::date) from generate_series(date_trunc('month', now()) - interval '6 months', date_trunc('month', now()) + interval '1 month', interval '1 month') m`,
  );
  return { key, meter };
}
