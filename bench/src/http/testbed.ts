import { randomUUID } from 'node:crypto';
import { freePort } from '../../../server/tests/support/postgres.ts';
import { type NodeProcess, startNode, untilAnswers } from '../node-process.ts';
import { newPayer } from '../payer.ts';
import type { Target } from './load.ts';

export interface Runner extends Target {
  process: NodeProcess;
}

/** Runs the product and the bare server on one database and one fake provider. */
export interface Testbed {
  product: Runner;
  bare: Runner;
  organizationId: string;
  end: () => Promise<void>;
}

interface RunOptions {
  roles?: string[];
  headers?: Record<string, string>;
}

export async function openTestbed(databaseUrl: string): Promise<Testbed> {
  const processes: NodeProcess[] = [];
  const run = async (
    script: string,
    settings: Record<string, string>,
    path: string,
    { roles = [], headers = {} }: RunOptions = {},
  ) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const process = startNode(script, { ...settings, PORT: String(port), PUBLIC_URL: url }, roles);
    processes.push(process);
    await untilAnswers(url + path, process, { headers });
    return { url, process };
  };
  const provider = await run('bench/src/http/instant-provider.ts', {}, '/');
  const env = {
    NODE_ENV: 'production',
    DEV_MAILBOX: '1',
    PAYMENTS_PER_HOUR: '1000000',
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: randomUUID() + randomUUID(),
    YOOKASSA_API_URL: provider.url,
    YOOKASSA_SHOP_ID: '100500',
    YOOKASSA_SECRET_KEY: 'test_bench',
    PROVIDER_URL: provider.url,
  };
  // The worker migrates and sends the registration e-mail.
  const whole = await run('server/src/main.ts', env, '/api/health/ready');
  const { token, organizationId } = await newPayer(whole.url);
  await whole.process.end('SIGTERM');
  const product = await run('server/src/main.ts', env, '/api/health/ready', { roles: ['serve'] });
  const bare = await run('bench/src/http/bare-server.ts', env, '/api/payments', {
    headers: { authorization: `Bearer ${token}` },
  });
  return {
    product: { ...product, token },
    bare: { ...bare, token },
    organizationId,
    end: async () => {
      for (const process of processes) if (process.isRunning()) await process.end('SIGKILL');
    },
  };
}
