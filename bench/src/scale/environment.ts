import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { createTestDatabase, freePort } from '../../../server/tests/support/postgres.ts';
import { startNode, untilAnswers } from '../node-process.ts';
import { newPayer, signIn } from '../payer.ts';
import { fill } from './fill.ts';

export interface Size {
  payments: number;
  users: number;
}

export interface Environment {
  url: string;
  active: { organizationId: string; token: string };
  dormant: { organizationId: string; token: string };
  operator: { token: string };
  /** Cursors of the 1,000th page of the organization's payments and of all people. */
  deep: { payment: string; user: string };
  end: () => Promise<void>;
}

const deepRow = 999 * 20;

export async function openEnvironment(adminUrl: string, size: Size): Promise<Environment> {
  const { url: databaseUrl } = await createTestDatabase(adminUrl);
  const admin = { email: 'operator@example.ru', password: `${randomUUID()} ${randomUUID()}` };
  const start = async (roles: string[]) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const env = {
      NODE_ENV: 'production',
      STAFF_SECOND_FACTOR: '0',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      DATABASE_URL: databaseUrl,
      DEV_MAILBOX: '1',
      YOOKASSA_API_URL: 'http://127.0.0.1:9',
      YOOKASSA_SHOP_ID: '100500',
      YOOKASSA_SECRET_KEY: 'test_never_called',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    };
    const program = startNode('server/src/main.mjs', env, roles);
    await untilAnswers(`${url}/api/health/ready`, program);
    return { url, program };
  };
  // The worker migrates and sends the registration e-mails.
  const whole = await start([]);
  const [active, dormant] = [await newPayer(whole.url), await newPayer(whole.url)];
  await whole.program.end('SIGTERM');
  await fill({ databaseUrl, ...size, active, dormant });
  const deep = await findDeepRows(databaseUrl, active.organizationId);
  const { url, program } = await start(['serve']);
  const operator = await signIn(url, admin);
  return { url, active, dormant, operator, deep, end: () => program.end('SIGKILL') };
}

async function findDeepRows(databaseUrl: string, organizationId: string): Promise<Environment['deep']> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows: payments } = await client.query(
    'select id from payments where organization_id = $1 order by created_at desc, id desc offset $2 limit 1',
    [organizationId, deepRow - 1],
  );
  const { rows: users } = await client.query('select id from users order by id desc offset $1 limit 1', [deepRow - 1]);
  await client.end();
  return { payment: payments[0]?.id ?? '', user: users[0]?.id ?? '' };
}
