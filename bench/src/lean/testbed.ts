import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { createTestDatabase, freePort, type Postgres } from '../../../server/tests/support/postgres.ts';
import { type NodeProcess, startNode, untilAnswers } from '../node-process.ts';
import { newPayer, type Payer, signIn } from '../payer.ts';
import { fillPayments } from '../scale/fill.ts';
import { connections, type Target } from './load.ts';
import { hashToken, signToken } from './tokens.ts';

interface Runner extends Target {
  process: NodeProcess;
}

export interface Testbed {
  product: Runner;
  lean: Runner;
  postmaster: number;
  end: () => Promise<void>;
}

const size = { payments: 100_000, users: 10_000 };
const tokenSeconds = 24 * 3600;

export async function openTestbed(postgres: Pick<Postgres, 'url' | 'pid'>): Promise<Testbed> {
  const { url: databaseUrl } = await createTestDatabase(postgres.url);
  const processes: NodeProcess[] = [];
  const run = async (script: string, env: Record<string, string>, path: string, token = '', roles: string[] = []) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const process = startNode(script, { ...env, PORT: String(port), PUBLIC_URL: url }, roles);
    processes.push(process);
    await untilAnswers(url + path, process, { headers: { authorization: `Bearer ${token}` } });
    return { url, process };
  };
  const provider = await run('bench/src/lean/instant-provider.ts', {}, '/');
  const env = productEnvironment(databaseUrl, provider.url);
  // The worker migrates and sends the registration e-mails.
  const whole = await run('server/src/main.mjs', env, '/api/health/ready');
  const [active, dormant] = [await newPayer(whole.url), await newPayer(whole.url)];
  await whole.process.end('SIGTERM');
  await fillPayments({ databaseUrl, ...size, active, dormant });
  const product = await run('server/src/main.mjs', env, '/api/health/ready', '', ['serve']);
  const payers: Payer[] = [];
  for (let count = 0; count < connections; count += 1) payers.push(await signIn(product.url, active));
  const { token = '' } = payers[0] ?? {};
  const key = randomUUID();
  const leanToken = tokenFor(key, active);
  const lean = await run(
    'bench/src/lean/server.ts',
    { DATABASE_URL: databaseUrl, TOKEN_KEY: key },
    '/api/payments',
    leanToken,
  );
  return {
    product: { ...product, token, refreshTokens: payers.map(({ refreshToken }) => refreshToken) },
    lean: { ...lean, token: leanToken, refreshTokens: await openLeanSessions(databaseUrl, active) },
    postmaster: postgres.pid() as number,
    end: async () => {
      for (const process of processes) if (process.isRunning()) await process.end('SIGKILL');
    },
  };
}

export function productEnvironment(databaseUrl: string, providerUrl: string): Record<string, string> {
  return {
    NODE_ENV: 'production',
    // As scripts/processes.mjs, the image and the units set them.
    MALLOC_MMAP_THRESHOLD_: '131072',
    NODE_OPTIONS: '--max-semi-space-size=8',
    STAFF_SECOND_FACTOR: '0',
    DEV_MAILBOX: '1',
    PAYMENTS_PER_HOUR: '1000000',
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: randomUUID() + randomUUID(),
    YOOKASSA_API_URL: providerUrl,
    YOOKASSA_SHOP_ID: '100500',
    YOOKASSA_SECRET_KEY: 'test_bench',
  };
}

function tokenFor(key: string, { userId, organizationId }: Payer): string {
  const exp = Math.floor(Date.now() / 1000) + tokenSeconds;
  return signToken(key, { sub: userId, sid: randomUUID(), org: organizationId, exp });
}

async function openLeanSessions(databaseUrl: string, { userId, organizationId }: Payer): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const tokens = Array.from({ length: connections }, () => `${randomUUID()}.${randomUUID()}`);
  for (const token of tokens) {
    await client.query(
      `insert into sessions (id, user_id, organization_id, refresh_hash, refresh_nonce, device, address)
      values ($1, $2, $3, $4, '', 'lean', '127.0.0.1')`,
      [token.split('.')[0], userId, organizationId, hashToken(token)],
    );
  }
  await client.end();
  return tokens;
}
