import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { freePort } from '../server/src/testing/postgres.ts';
import { findChromium } from './harness/chromium.ts';
import { startProgram } from './harness/program.ts';

/** Draws the picture in README: the dashboard of the demo, from the product as it is now. */
const root = path.join(import.meta.dirname, '..');
const dataDir = await mkdtemp(path.join(tmpdir(), 'kazna-screenshot-'));
const port = await freePort();
const url = `http://localhost:${port}`;
const env = { DATA_DIR: dataDir, PORT: String(port) };

execFileSync(process.execPath, [path.join(root, 'server/src/demo/main.ts')], { env: { ...process.env, ...env } });
const program = startProgram(env);
for (let turn = 0; turn < 300 && !(await isReady()); turn += 1) await sleep(100);

const signIn = { email: 'demo1@kazna.local', password: 'demo-kazna-2026' };
const first = await post('/api/auth/signin', undefined, signIn);
const profile = await fetch(`${url}/api/profile`, { headers: { authorization: `Bearer ${first.accessToken}` } });
const { memberships } = (await profile.json()) as { memberships: { organizationId: string; kind: string }[] };
const company = memberships.find(({ kind }) => kind === 'company')?.organizationId;
const tokens = await post(`/api/auth/refresh-with-organization?organizationId=${company}`, first.accessToken);

const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
const localStorage = [{ name: 'tokens', value: JSON.stringify(tokens) }];
const page = await browser.newPage({
  viewport: { width: 1440, height: 960 },
  locale: 'ru-RU',
  timezoneId: 'Europe/Moscow',
  storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
});
await page.goto(`${url}/dashboard/${company}?period=90d`);
await page.getByText('Показать таблицей').waitFor();
await page.screenshot({ path: path.join(root, 'docs/dashboard.png') });
await browser.close();
await program.end('SIGTERM');
await rm(dataDir, { recursive: true });

function isReady(): Promise<boolean> {
  return fetch(`${url}/api/health/ready`).then(
    (answer) => answer.ok,
    () => false,
  );
}

async function post(place: string, bearer?: string, body?: object) {
  const answer = await fetch(url + place, {
    method: 'POST',
    headers: {
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as { accessToken: string; refreshToken: string };
}
