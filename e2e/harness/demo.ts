import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../server/tests/support/postgres.ts';
import { startProgram } from './program.ts';

interface Demo {
  url: string;
  company: string;
  /** The owner's session in browser storage format. */
  tokens: string;
  stop: () => Promise<void>;
}

const owner = { email: 'demo1@kazna.local', password: 'demo-kazna-2026' };

/** Starts the product with demo data, outside a test runner. */
export async function startDemo(): Promise<Demo> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kazna-demo-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = { DATA_DIR: dataDir, PORT: String(port) };
  const fill = path.join(import.meta.dirname, '../../server/src/commands/demo.ts');
  execFileSync(process.execPath, [fill], { env: { ...process.env, ...env } });
  const program = startProgram(env);
  for (let turn = 0; !(await isReady(url)); turn += 1) {
    if (turn === 300 || program.child.exitCode !== null) throw new Error(`It did not start:\n${program.logs()}`);
    await sleep(100);
  }

  const { accessToken, refreshToken } = await post(`${url}/api/auth/signin`, undefined, owner);
  const profile = await fetch(`${url}/api/profile`, { headers: { authorization: `Bearer ${accessToken}` } });
  const { memberships } = (await profile.json()) as { memberships: { organizationId: string; kind: string }[] };
  const company = memberships.find(({ kind }) => kind === 'company')?.organizationId ?? '';
  const tokens = await post(`${url}/api/auth/refresh-with-organization?organizationId=${company}`, refreshToken);
  return {
    url,
    company,
    tokens: JSON.stringify(tokens),
    stop: async () => {
      await program.end('SIGTERM');
      await rm(dataDir, { recursive: true });
    },
  };
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/api/health/ready`).then(
    (answer) => answer.ok,
    () => false,
  );
}

async function post(url: string, bearer?: string, body?: object) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as { accessToken: string; refreshToken: string };
}
