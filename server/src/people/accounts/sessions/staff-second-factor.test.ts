import { disableUserSecondFactor, listUsers } from '@kazna/contract/admin/users';
import { forgotPassword, resetPassword, signIn } from '@kazna/contract/cabinet/accounts';
import { confirmIdentity } from '@kazna/contract/cabinet/confirmation';
import * as passkeys from '@kazna/contract/cabinet/passkeys';
import { getProfile } from '@kazna/contract/cabinet/profile';
import * as secondFactor from '@kazna/contract/cabinet/second-factor';
import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { appForThisFile } from '../../../../tests/support/app-for-file.ts';
import type { SoftwarePasskey } from '../../../../tests/support/authenticator.ts';
import { type SignedIn, signedInPerson } from '../../../../tests/support/organizations.ts';
import { addPasskey, signInByPasskey } from '../../../../tests/support/passkeys.ts';
import { signInPerson, tokenIn } from '../../../../tests/support/people.ts';
import { confirmSessions, newStaff } from '../../../../tests/support/staff.ts';

const app = appForThisFile({ env: { STAFF_SECOND_FACTOR: '1' } });

const openArea = async (token: string) => {
  const { status, body } = await app.call(listUsers, {}, { token });
  return body.code ?? status;
};
const closed = 'second_factor_required';
const needsSecondFactor = async (token: string) => (await app.call(getProfile, {}, { token })).body.needsSecondFactor;

async function enableCode({ token, password }: SignedIn): Promise<string> {
  const body = { currentPassword: password };
  const { secret } = (await app.call(secondFactor.startSecondFactor, { body }, { token })).body;
  await app.call(secondFactor.confirmSecondFactor, { body: { code: generateSync({ secret }) } }, { token });
  return secret;
}

async function confirmBy(passkey: SoftwarePasskey, token: string) {
  const { body } = await app.call(passkeys.getConfirmationOptions, {}, { token });
  return app.call(confirmIdentity, { body: { passkey: passkey.get(body) } }, { token });
}

test('the admin area is closed to staff with a password alone, and their own cabinet is open', async () => {
  const { token } = await newStaff(app, 'admin');
  expect(await openArea(token)).toBe(closed);
  expect(await needsSecondFactor(token)).toBe(true);
  const customer = await signedInPerson(app);
  expect(await openArea(customer.token)).toBe('not_found');
  expect(await needsSecondFactor(customer.token)).toBe(false);
});

test('a code that staff switch on opens the admin area, and later sessions by password and code', async () => {
  const admin = await newStaff(app, 'admin');
  const secret = await enableCode(admin);
  expect(await openArea(admin.token)).toBe(200);
  expect(await needsSecondFactor(admin.token)).toBe(false);
  const code = generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 });
  const { email, password } = admin;
  const entered = await app.call(signIn, { body: { email, password, code } });
  expect(await openArea(entered.body.accessToken)).toBe(200);
});

test('a passkey opens the admin area by sign-in and by confirmation, a password beside it does not', async () => {
  const admin = await newStaff(app, 'support');
  const passkey = await addPasskey(app, admin);
  expect(await openArea(admin.token)).toBe(200);
  expect(await openArea((await signInByPasskey(app, passkey)).body.accessToken)).toBe(200);
  const { accessToken: token } = await signInPerson(app, admin);
  expect(await openArea(token)).toBe(closed);
  await app.call(confirmIdentity, { body: { currentPassword: admin.password } }, { token });
  expect(await openArea(token)).toBe(closed);
  expect((await confirmBy(passkey, token)).status).toBe(204);
  expect(await openArea(token)).toBe(200);
});

test('a mailbox that resets the password of staff with a passkey neither opens the admin area nor adds a factor', async () => {
  const admin = await newStaff(app, 'admin');
  const passkey = await addPasskey(app, admin);
  await app.call(forgotPassword, { body: { email: admin.email } });
  const { text } = await app.letter(admin.email, 'Восстановление пароля');
  const password = 'слова того, кто читает почту';
  await app.call(resetPassword, { body: { token: tokenIn(text), password } });
  const { accessToken: token } = await signInPerson(app, { ...admin, password });
  const refused = { status: 403, body: { code: closed } };
  expect(await openArea(token)).toBe(closed);
  const body = { currentPassword: password };
  expect(await app.call(secondFactor.startSecondFactor, { body }, { token })).toMatchObject(refused);
  expect(await app.call(passkeys.getPasskeyOptions, {}, { token })).toMatchObject(refused);
  const params = { passkeyId: passkey.id };
  expect(await app.call(passkeys.removePasskey, { params }, { token })).toMatchObject(refused);
  expect(await openArea((await signInByPasskey(app, passkey)).body.accessToken)).toBe(200);
});

test('removing the last factor closes the admin area to all sessions of the person, one of two does not', async () => {
  const admin = await newStaff(app, 'admin');
  const first = await addPasskey(app, admin);
  const second = await addPasskey(app, admin);
  const { token } = admin;
  await app.call(passkeys.removePasskey, { params: { passkeyId: first.id } }, { token });
  expect(await openArea(token)).toBe(200);
  const other = (await signInByPasskey(app, second)).body.accessToken;
  await app.call(passkeys.removePasskey, { params: { passkeyId: second.id } }, { token });
  expect([await openArea(token), await openArea(other)]).toEqual([closed, closed]);
});

test('another administrator removes a lost passkey, and its owner is led through the second factor again', async () => {
  const [admin, owner] = [await newStaff(app, 'admin'), await newStaff(app, 'support')];
  await addPasskey(app, admin);
  const lost = await addPasskey(app, owner);
  await confirmSessions(app, admin.id);
  const call = { params: { userId: owner.id }, body: { reason: 'Потерял телефон' } };
  expect((await app.call(disableUserSecondFactor, call, { token: admin.token })).status).toBe(204);
  expect((await app.letter(owner.email, 'Двухфакторная защита выключена')).text).toContain('ключи доступа');
  expect(await openArea(owner.token)).toBe(closed);
  expect((await signInByPasskey(app, lost)).status).toBe(401);
  await addPasskey(app, owner);
  expect(await openArea(owner.token)).toBe(200);
});

test('a session of staff that has not proved the code, or a passkey added meanwhile, adds no factor of its own', async () => {
  const refused = { status: 403, body: { code: closed } };
  const admin = await newStaff(app, 'admin');
  const { accessToken: thief } = await signInPerson(app, admin);
  await enableCode(admin);
  expect(await app.call(passkeys.getPasskeyOptions, {}, { token: thief })).toMatchObject(refused);

  const owner = await newStaff(app, 'finance');
  const { accessToken: other } = await signInPerson(app, owner);
  const started = await app.call(
    secondFactor.startSecondFactor,
    { body: { currentPassword: owner.password } },
    { token: other },
  );
  await addPasskey(app, owner);
  const body = { code: generateSync({ secret: started.body.secret }) };
  expect(await app.call(secondFactor.confirmSecondFactor, { body }, { token: other })).toMatchObject(refused);
  expect(await openArea(other)).toBe(closed);
});
