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
  /** Another company of the same owner. */
  secondCompany: string;
  /** The owner's session in browser storage format. */
  tokens: string;
  /** Another session of the owner, in the company unless said otherwise. */
  signInOwner: (organizationId?: string) => Promise<string>;
  /** Another person's session in browser storage format. */
  signIn: (email: string, password?: string) => Promise<string>;
  stop: () => Promise<void>;
}

const ownerEmail = 'demo1@kazna.local';
const demoPassword = 'demo-kazna-2026';

/** Starts the product with demo data, outside a test runner. */
export async function startDemo(settings: Record<string, string> = {}): Promise<Demo> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kazna-demo-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = { DATA_DIR: dataDir, PORT: String(port), ...settings };
  const fill = path.join(import.meta.dirname, '../../server/src/commands/demo.ts');
  execFileSync(process.execPath, [fill], { env: { ...process.env, ...env } });
  const program = startProgram(env);
  for (let turn = 0; !(await isReady(url)); turn += 1) {
    if (turn === 1800 || program.child.exitCode !== null) throw new Error(`It did not start:\n${program.logs()}`);
    await sleep(100);
  }

  const signIn = (email: string, password = demoPassword) => post(`${url}/api/auth/signin`, { email, password });
  const { accessToken } = await signIn(ownerEmail);
  const profile = await fetch(`${url}/api/profile`, { headers: { authorization: `Bearer ${accessToken}` } });
  const { memberships } = (await profile.json()) as { memberships: { organizationId: string; kind: string }[] };
  const companies = memberships.filter(({ kind }) => kind === 'company');
  const [company = '', secondCompany = ''] = companies.map(({ organizationId }) => organizationId);
  const signInOwner = async (organizationId = company) => {
    const { refreshToken } = await signIn(ownerEmail);
    const path = `/api/auth/refresh-with-organization?organizationId=${organizationId}`;
    return JSON.stringify(await post(url + path, undefined, refreshToken));
  };
  return {
    url,
    company,
    secondCompany,
    tokens: await signInOwner(),
    signInOwner,
    signIn: async (email, password) => JSON.stringify(await signIn(email, password)),
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

async function post(url: string, body?: object, bearer?: string) {
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
