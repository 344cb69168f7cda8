import { createKey } from '@kazna/contract/admin/keys';
import { updateUser } from '@kazna/contract/admin/users';
import { confirmIdentity } from '@kazna/contract/cabinet/confirmation';
import * as secondFactor from '@kazna/contract/cabinet/second-factor';
import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { appForThisFile } from '../../../../tests/support/app-for-file.ts';
import { type SignedIn, signedInPerson } from '../../../../tests/support/organizations.ts';
import { createPerson, signInPerson } from '../../../../tests/support/people.ts';
import { newStaff } from '../../../../tests/support/staff.ts';

const app = appForThisFile();

const newAdmin = async (): Promise<SignedIn> => {
  const admin = await newStaff(app, 'admin');
  await app.db.queryText('update sessions set identity_confirmed_at = null where user_id = $1', [admin.id]);
  return admin;
};
const confirm = (token: string, body: { currentPassword?: string; code?: string }) =>
  app.call(confirmIdentity, { body }, { token });
const makeKey = async (token: string) => {
  const { status, body } = await app.call(
    createKey,
    { body: { name: 'Биллинг', scopes: ['charges:write'] } },
    { token },
  );
  return [status, body.code];
};
const refused = [403, 'confirmation_required'];
const allowed = [201, undefined];

test('a password confirms one session for changes that give power, and no other session of the person', async () => {
  const admin = await newAdmin();
  const other = await signInPerson(app, admin);
  expect(await makeKey(admin.token)).toEqual(refused);
  expect((await confirm(admin.token, { currentPassword: admin.password })).status).toBe(204);
  expect(await makeKey(admin.token)).toEqual(allowed);
  expect(await makeKey(other.accessToken)).toEqual(refused);
});

test('a sign-in alone confirms no identity: its access token may have been stolen at once', async () => {
  const admin = await newAdmin();
  const { accessToken } = await signInPerson(app, admin);
  expect(await makeKey(accessToken)).toEqual(refused);
});

test('a wrong password confirms no identity, and after ten the right one is refused too', async () => {
  const admin = await newAdmin();
  for (let turn = 0; turn < 10; turn += 1) {
    const answer = await confirm(admin.token, { currentPassword: 'не тот пароль' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'wrong_password' } });
  }
  const late = await confirm(admin.token, { currentPassword: admin.password });
  expect(late).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } });
  expect(await makeKey(admin.token)).toEqual(refused);
});

test('a confirmation of identity without a password is refused on its field', async () => {
  const answer = await confirm((await newAdmin()).token, {});
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'currentPassword' }] } });
});

test('with a second factor only a code confirms an identity, and each code once', async () => {
  const admin = await newAdmin();
  const { token, password } = admin;
  const started = await app.call(secondFactor.startSecondFactor, { body: { currentPassword: password } }, { token });
  const { secret } = started.body;
  const codeAt = (steps: number) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });
  await app.call(secondFactor.confirmSecondFactor, { body: { code: codeAt(0) } }, { token });
  expect(await confirm(token, { currentPassword: password })).toMatchObject({ body: { code: 'totp_required' } });
  expect(await confirm(token, { code: codeAt(0) })).toMatchObject({ status: 400, body: { code: 'wrong_code' } });
  expect(await makeKey(token)).toEqual(refused);
  expect((await confirm(token, { code: codeAt(1) })).status).toBe(204);
  expect(await makeKey(token)).toEqual(allowed);
});

test('blocking a customer asks for no confirmation, blocking a colleague does', async () => {
  const { token } = await newAdmin();
  const block = async (userId: string) => {
    const body = { status: 'blocked' as const, reason: 'Просьба владельца' };
    const answer = await app.call(updateUser, { params: { userId }, body }, { token });
    return [answer.status, answer.body.code];
  };
  expect(await block((await createPerson(app)).id)).toEqual([200, undefined]);
  expect(await block((await newStaff(app, 'support')).id)).toEqual(refused);
});

test('a customer may confirm their identity too, which opens nothing of the admin area', async () => {
  const person = await signedInPerson(app);
  expect((await confirm(person.token, { currentPassword: person.password })).status).toBe(204);
  expect(await makeKey(person.token)).toEqual([404, 'not_found']);
});
