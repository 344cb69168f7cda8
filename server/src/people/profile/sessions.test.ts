import { refresh } from '@kazna/contract/cabinet/accounts';
import { getProfile } from '@kazna/contract/cabinet/profile';
import * as contract from '@kazna/contract/cabinet/sessions';
import { expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { createPerson, newAddress, signInPerson } from '../../../tests/support/people.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';

const app = appForThisFile();

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const list = async (token: string) => (await app.call(contract.listSessions, {}, { token })).body.items;
const end = (token: string, sessionId: string) => app.call(contract.endSession, { params: { sessionId } }, { token });
const statusOf = async (token: string) => (await app.call(getProfile, {}, { token })).status;

test('the list of sessions shows device, address, times and the current one', async () => {
  const person = await createPerson(app);
  const [here, there] = [newAddress(), newAddress()];
  const first = await signInPerson(app, person, { address: there, userAgent: firefox });
  const second = await signInPerson(app, person, { address: here });
  const seen = await list(second.accessToken);
  expect(seen).toMatchObject([
    { device: 'Chrome, Linux', address: here, isCurrent: true },
    { device: 'Firefox, Windows', address: there, isCurrent: false },
  ]);
  expect((await list(first.accessToken)).map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(2);
});

test("ended, expired and other people's sessions are not listed", async () => {
  const [person, other] = [await createPerson(app), await createPerson(app)];
  await signInPerson(app, other);
  await signInPerson(app, person);
  await app.db.queryText("update sessions set last_used_at = now() - interval '31 days' where user_id = $1", [
    person.id,
  ]);
  const gone = await signInPerson(app, person);
  const { accessToken: token } = await signInPerson(app, person);
  const ended = (await list(gone.accessToken)).find(({ isCurrent }) => isCurrent)?.id ?? '';
  await end(token, ended);
  expect(await list(token)).toMatchObject([{ isCurrent: true }]);
});

test('ending one session refuses its tokens at once; the others go on', async () => {
  const person = await createPerson(app);
  const [first, second, third] = [
    await signInPerson(app, person),
    await signInPerson(app, person),
    await signInPerson(app, person),
  ];
  const firstId = (await list(first.accessToken)).find(({ isCurrent }) => isCurrent)?.id ?? '';
  expect((await end(second.accessToken, firstId)).status).toBe(204);
  expect(await statusOf(first.accessToken)).toBe(401);
  expect((await app.call(refresh, {}, { token: first.refreshToken })).status).toBe(401);
  expect(await statusOf(second.accessToken)).toBe(200);
  expect(await statusOf(third.accessToken)).toBe(200);
});

test("ending another person's, an ended, a missing and a malformed session answers the same 404", async () => {
  const [person, other] = [await createPerson(app), await createPerson(app)];
  const { accessToken: token } = await signInPerson(app, person);
  const foreign = await signInPerson(app, other);
  const foreignId = (await list(foreign.accessToken))[0]?.id ?? '';
  const ended = await signInPerson(app, person);
  const endedId = (await list(ended.accessToken))[0]?.id ?? '';
  await end(token, endedId);
  const answers = [];
  for (const id of [foreignId, endedId, uuidv7(), 'x']) answers.push(await end(token, id));
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await statusOf(foreign.accessToken)).toBe(200);
});

test('ending all other sessions leaves this one and those of other people', async () => {
  const [person, other] = [await createPerson(app), await createPerson(app)];
  const foreign = await signInPerson(app, other);
  const first = await signInPerson(app, person);
  const second = await signInPerson(app, person);
  const { accessToken: token } = await signInPerson(app, person);
  expect((await app.call(contract.endOtherSessions, {}, { token })).status).toBe(204);
  expect(await statusOf(first.accessToken)).toBe(401);
  expect((await app.call(refresh, {}, { token: second.refreshToken })).status).toBe(401);
  expect(await list(token)).toHaveLength(1);
  expect(await statusOf(foreign.accessToken)).toBe(200);
});
