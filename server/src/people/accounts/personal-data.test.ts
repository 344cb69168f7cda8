import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConsentDocument, getLegalText } from '@kazna/contract/cabinet/info';
import { acceptDocuments, getProfile } from '@kazna/contract/cabinet/profile';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { registerPerson, signInPerson } from '../../../tests/support/people.ts';
import { newStaff } from '../../../tests/support/staff.ts';

let texts: string;
let app: TestApp;
beforeAll(async () => {
  texts = await mkdtemp(join(tmpdir(), 'kazna-texts-'));
  await cp(join(import.meta.dirname, '../../../texts'), texts, { recursive: true });
  app = await startTestApp(inject('databaseUrl'), { env: { TEXTS_DIR: texts } });
});
afterAll(async () => {
  await app.close();
  await rm(texts, { recursive: true });
});

async function changeVersion(document: ConsentDocument, version: string): Promise<void> {
  const path = join(texts, `${document}.md`);
  await writeFile(path, (await readFile(path, 'utf8')).replace(/^version: .+$/m, `version: ${version}`));
}
const pending = async (on: TestApp, token: string) => (await on.call(getProfile, {}, { token })).body.pendingConsents;
/** The current versions. */
async function accept(on: TestApp, token: string, documents: ConsentDocument[], address?: string) {
  const seen = documents.map(async (document) => {
    const { version } = (await on.call(getLegalText, { params: { document } })).body;
    return { document, version };
  });
  const body = { documents: await Promise.all(seen) };
  return on.call(acceptDocuments, { body }, { token, ...(address && { address }) });
}

test('consent to a changed legal text is requested once, not from staff, and earlier consents stay', async () => {
  const person = await registerPerson(app);
  const { accessToken: token } = await signInPerson(app, person);
  const staff = await newStaff(app, 'support');
  expect(await pending(app, token)).toEqual([]);

  await changeVersion('offer', '2099-01-01');
  const renewed = await app.startSecondProcess();
  expect(await pending(renewed, token)).toEqual(['offer']);
  expect(await pending(renewed, staff.token)).toEqual([]);
  const startedAt = new Date(Date.now() - 5_000);
  expect((await accept(renewed, token, ['offer'], '203.0.113.9')).status).toBe(204);
  expect(await pending(renewed, token)).toEqual([]);
  const { accessToken: later } = await signInPerson(renewed, person);
  expect(await pending(renewed, later)).toEqual([]);

  const { rows } = await app.db.queryText(
    `select c.version, host(c.address) as address, c.accepted_at > $2 as "isTimely" from consents c join users u on u.id = c.user_id
     where u.email = $1 and c.document = 'offer' order by c.id`,
    [person.email, startedAt],
  );
  expect(rows).toHaveLength(2);
  expect(rows[1]).toEqual({ version: '2099-01-01', address: '203.0.113.9', isTimely: true });
  await renewed.close();
});

test('legal documents are accepted one by one or together', async () => {
  const { accessToken: token } = await signInPerson(app, await registerPerson(app));
  await changeVersion('offer', '2099-02-01');
  await changeVersion('personal-data', '2099-02-01');
  const renewed = await app.startSecondProcess();
  expect(await pending(renewed, token)).toEqual(['offer', 'personal-data']);
  await accept(renewed, token, ['personal-data']);
  expect(await pending(renewed, token)).toEqual(['offer']);
  const other = await signInPerson(renewed, await registerPerson(app));
  expect((await accept(renewed, other.accessToken, ['offer', 'personal-data'])).status).toBe(204);
  expect(await pending(renewed, other.accessToken)).toEqual([]);
  await renewed.close();
});

test.each([[[]], [['privacy']], [['offer', 'offer', 'offer']]])(
  'accepting documents %j is refused',
  async (documents) => {
    const { accessToken: token } = await signInPerson(app, await registerPerson(app));
    expect((await accept(app, token, documents as ConsentDocument[])).status).toBe(400);
  },
);

test('an outdated version of a legal document refuses the whole request and stores nothing', async () => {
  const { accessToken: token } = await signInPerson(app, await registerPerson(app));
  await changeVersion('offer', '2099-03-01');
  await changeVersion('personal-data', '2099-03-01');
  const renewed = await app.startSecondProcess();
  const documents = [
    { document: 'personal-data' as const, version: '2099-03-01' },
    { document: 'offer' as const, version: '2099-02-01' },
  ];
  const { status, body } = await renewed.call(acceptDocuments, { body: { documents } }, { token });
  expect([status, body.code]).toEqual([409, 'document_changed']);
  expect(await pending(renewed, token)).toEqual(['offer', 'personal-data']);
  await renewed.close();
});

test('accepting legal documents requires a session', async () => {
  expect((await accept(app, '', ['offer'])).status).toBe(401);
});
