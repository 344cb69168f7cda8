import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventTypes } from '@kazna/contract/v1/event-types';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { fundedOrganization } from '../support/charges.ts';
import { newKey } from '../support/keys.ts';
import { freePort } from '../support/postgres.ts';
import { newStaff } from '../support/staff.ts';
import { listeningAppForThisFile } from './listening-app.ts';

const site = listeningAppForThisFile();
const root = join(import.meta.dirname, '../../..');
/** In both languages the programs are the same, but for their comments. */
const documents = ['client/README.md', 'docs/ru/operator-api.md'];
let folder: string;

/** A stranger's program: the built package and the examples, nothing of the repository. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kazna-readme-'));
  const installed = join(folder, 'node_modules/@kazna/client');
  const built = spawnSync(process.execPath, [join(root, 'client/build.mjs'), installed], { encoding: 'utf8' });
  expect(built.status, built.stdout + built.stderr).toBe(0);
  for (const document of documents) await writePrograms(document);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Into a folder named like the document. */
async function writePrograms(document: string): Promise<void> {
  const text = await readFile(join(root, document), 'utf8');
  await mkdir(join(folder, document), { recursive: true });
  for (const [, name = '', code = ''] of text.matchAll(/^```js (\S+)\n(.*?)^```$/gms))
    await writeFile(join(folder, document, name), code);
}

function start(example: string, env: Record<string, string> = {}) {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [join(folder, example)], {
    env: { PATH, KAZNA_URL: site.url, KAZNA_KEY: site.key, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output.text += chunk;
    });
  return { child, output };
}

async function run(example: string, env?: Record<string, string>): Promise<string> {
  const { child, output } = start(example, env);
  const [code] = await once(child, 'close');
  expect(code, output.text).toBe(0);
  return output.text.trim();
}

test.each(documents)('key.mjs of %s creates a key that organizations.mjs works with', async (document) => {
  const { email, password } = await newStaff(site.app, 'admin');
  const key = await run(`${document}/key.mjs`, { ADMIN_EMAIL: email, ADMIN_PASSWORD: password });
  expect(key).toMatch(/^kzn_live_\w{36}$/);
  const id = await fundedOrganization(site.app, 12_300);
  expect(await run(`${document}/organizations.mjs`, { KAZNA_KEY: key })).toContain(`${id} 123 RUB ООО «Ромашка»`);
});

test.each(documents)('create.mjs of %s opens one organization however often it runs', async (document) => {
  const id = await run(`${document}/create.mjs`);
  expect(await run(`${document}/create.mjs`)).toBe(id);
  expect(await run(`${document}/organizations.mjs`)).toContain(`${id} no money yet ООО «Ромашка»`);
});

test.each(documents)('%s names every type of event', async (document) => {
  const readme = await readFile(join(root, document), 'utf8');
  const list = /^- (?:Types|Типы): (.*?)`\*`/ms.exec(readme)?.[1] ?? '';
  const named = list.split(';').flatMap((group) => {
    const [first = '', ...others] = [...group.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name);
    return first ? [first, ...others.map((other) => first.split('.')[0] + other)] : [];
  });
  expect(named).toEqual([...eventTypes]);
});

test.each(documents)(
  'charge.mjs of %s charges once however often it runs, and names what is missing',
  async (document) => {
    const organizationId = await fundedOrganization(site.app, 20_000);
    const env = { ORGANIZATION_ID: organizationId, KAZNA_KEY: (await newKey(site.app)).key };
    const first = await run(`${document}/charge.mjs`, env);
    expect(first).toMatch(/^charged [\w-]{36}$/);
    expect(await run(`${document}/charge.mjs`, env)).toBe(first);
    expect(await site.kazna.charges.list({ organizationId }).toArray()).toHaveLength(1);
    const { key } = await newKey(site.app);
    const poor = await fundedOrganization(site.app, 19_000);
    expect(await run(`${document}/charge.mjs`, { ORGANIZATION_ID: poor, KAZNA_KEY: key })).toBe('missing 900');
  },
);

test.each(documents)('hold.mjs of %s captures a part of what it set aside', async (document) => {
  const organizationId = await fundedOrganization(site.app, 60_000);
  const output = await run(`${document}/hold.mjs`, { ORGANIZATION_ID: organizationId });
  expect(output).toMatch(/^captured 32000 of 50000 as charge [\w-]{36}$/);
});

test.each(documents)(
  'receive.mjs of %s has 20 lines at most, prints a charge and refuses strangers',
  async (document) => {
    expect(
      (await readFile(join(folder, document, 'receive.mjs'), 'utf8')).trim().split('\n').length,
    ).toBeLessThanOrEqual(20);
    const port = String(await freePort());
    const receiverUrl = `http://127.0.0.1:${port}/`;
    const secret = await run(`${document}/subscribe.mjs`, { RECEIVER_URL: receiverUrl });
    const { child, output } = start(`${document}/receive.mjs`, { WEBHOOK_SECRET: secret, PORT: port });
    onTestFinished(() => void child.kill());
    await expect.poll(() => output.text).toContain('listening');
    const organizationId = await fundedOrganization(site.app, 1000);
    const form = { organizationId, amountMinor: 700, currency: 'RUB', description: 'Доставка' } as const;
    const { id } = await site.kazna.charges.create(form);
    await expect.poll(() => output.text).toContain(`${id} 700`);
    expect((await fetch(receiverUrl, { method: 'POST', body: '{}' })).status).toBe(400);
  },
);
