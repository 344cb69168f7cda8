import {
  forgotPassword,
  resetPassword,
  signIn,
  verifyEmail,
  verifyEmailByPassword,
} from '@kazna/contract/cabinet/accounts';
import { inviteMember } from '@kazna/contract/cabinet/invitations';
import { exportProfile, getProfile } from '@kazna/contract/cabinet/profile';
import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { appForThisFile } from '../../../../tests/support/app-for-file.ts';
import { finish, register, visit } from '../../../../tests/support/external-visits.ts';
import { issuerForThisFile } from '../../../../tests/support/oidc-issuer.ts';
import { openCompany, rolesIn, signedInPerson } from '../../../../tests/support/organizations.ts';
import { createPerson, newPerson, tokenIn } from '../../../../tests/support/people.ts';
import { encryptSecret } from '../../../platform/secrets.ts';
import { newTotpSecret } from '../credentials.ts';

const { externalProviders, newcomer } = issuerForThisFile();
const app = appForThisFile({ externalProviders, env: { STAFF_SECOND_FACTOR: '1' } });

const usersWith = async (email: string) =>
  (await app.db.queryText('select id from users where email = $1', [email])).rows as { id: string }[];
const linksOf = async (userId: string) =>
  (await app.db.queryText('select subject from external_identities where user_id = $1', [userId])).rows;
const tokenOf = ({ body }: { body: object }) => (body as { accessToken: string }).accessToken;

async function registered() {
  const { email } = newcomer();
  const { body } = await register(app, await visit(app), {});
  const [user] = await usersWith(email);
  return { email, id: user?.id ?? '', token: tokenOf({ body }) };
}

test('a first sign-in by a provider creates nothing before the consents, then registers and opens a session', async () => {
  const { email } = newcomer();
  const cookie = await visit(app);
  const found = await finish(app, cookie);
  expect(found.body).toEqual({
    step: 'register',
    providerName: 'Ромашка ID',
    name: 'Анна Смирнова',
    email,
    isEmailVerified: true,
  });
  for (const missing of ['acceptOffer', 'acceptPersonalData']) {
    expect((await register(app, cookie, { [missing]: false })).body.code).toBe('validation_failed');
  }
  expect(await usersWith(email)).toEqual([]);
  const done = await register(app, cookie, { name: 'Анна' });
  expect(done.body).toMatchObject({ step: 'signedIn', deviceToken: expect.any(String) });
  const profile = await app.call(getProfile, {}, { token: tokenOf(done) });
  expect(profile.body).toMatchObject({ email, name: 'Анна', hasPassword: false, pendingConsents: [] });
});

test('a provider’s subject signs in a second time even under another address', async () => {
  const { email } = newcomer();
  await register(app, await visit(app), {});
  const { sub } = newcomer({ sub: `person moved ${email}` });
  await register(app, await visit(app), {});
  newcomer({ sub, email: 'somebody-else@example.ru' });
  const again = await finish(app, await visit(app));
  expect(again.body).toMatchObject({ step: 'signedIn' });
  expect((await app.call(getProfile, {}, { token: tokenOf(again) })).body.email).not.toBe('somebody-else@example.ru');
});

test('a verified address of an existing account opens nothing and links nothing', async () => {
  const owner = await createPerson(app);
  newcomer({ email: owner.email });
  const cookie = await visit(app);
  expect((await finish(app, cookie)).body).toEqual({ step: 'taken', providerName: 'Ромашка ID', email: owner.email });
  expect((await register(app, cookie, {})).body.code).toBe('external_address_taken');
  expect(await linksOf(owner.id)).toEqual([]);
});

test('an unverified address is not revealed to be taken, and only its owner hears of it', async () => {
  const owner = await createPerson(app);
  newcomer({ email: owner.email, email_verified: false });
  const cookie = await visit(app);
  expect((await finish(app, cookie)).body).toMatchObject({ step: 'register', isEmailVerified: false });
  expect((await register(app, cookie, {})).body).toMatchObject({ step: 'letter', email: owner.email });
  await app.letter(owner.email, 'Вы уже зарегистрированы');
  expect(await linksOf(owner.id)).toEqual([]);
});

test('an unverified address is confirmed by our letter, and its link signs the same browser in for good', async () => {
  const { email, sub } = newcomer({ email_verified: false });
  const { body } = await register(app, await visit(app), {});
  const { verifier } = body as { verifier: string };
  expect(await usersWith(email)).toEqual([]);
  const token = tokenIn((await app.letter(email, 'Подтвердите e-mail')).text);
  expect((await app.call(verifyEmail, { query: { token, verifier, session: '1' } })).body.tokens).toBeDefined();
  newcomer({ sub, email });
  expect((await finish(app, await visit(app))).body).toMatchObject({ step: 'signedIn' });
});

test('the letter of a registration by a provider, opened elsewhere, leaves the provider behind', async () => {
  const { email } = newcomer({ email_verified: false });
  await register(app, await visit(app), {});
  const token = tokenIn((await app.letter(email, 'Подтвердите e-mail')).text);
  expect((await app.call(verifyEmail, { query: { token } })).body.code).toBe('password_required');
  const wrong = await app.call(verifyEmailByPassword, { body: { token, password: 'none' } });
  expect(wrong.body.code).toBe('wrong_password');
  const newPassword = 'совсем другие слова';
  expect((await app.call(verifyEmailByPassword, { body: { token, newPassword } })).status).toBe(200);
  expect(await linksOf((await usersWith(email))[0]?.id ?? '')).toEqual([]);
  expect((await finish(app, await visit(app))).body).toMatchObject({ step: 'register' });
});

test('a person without an address types one, which awaits its letter', async () => {
  newcomer({ email: undefined as never, email_verified: undefined as never });
  const cookie = await visit(app);
  expect((await finish(app, cookie)).body).toMatchObject({ step: 'register', email: null, isEmailVerified: false });
  expect((await register(app, cookie, {})).body.errors).toMatchObject([{ path: 'email' }]);
  const { email } = newPerson();
  expect((await register(app, cookie, { email })).body).toMatchObject({ step: 'letter', email });
  await app.letter(email, 'Подтвердите e-mail');
});

test('an invitation survives the visit: its address is proved by its token, whatever the provider says', async () => {
  const owner = await signedInPerson(app, 'Ольга');
  const { id: organizationId } = await openCompany(app, owner);
  const invited = newPerson();
  const sent = { params: { organizationId }, body: { email: invited.email, role: 'accountant' as const } };
  await app.call(inviteMember, sent, { token: owner.token });
  const text = (await app.letter(invited.email, 'Приглашение')).text;
  const invitation = /invitation=([\w-]+)/.exec(text)?.[1] ?? '';
  newcomer({ email_verified: false });
  const done = await register(app, await visit(app), { invitation });
  expect(done.body).toMatchObject({ step: 'signedIn' });
  const profile = await app.call(getProfile, {}, { token: tokenOf(done) });
  expect(profile.body).toMatchObject({ email: invited.email });
  expect(await rolesIn(app, organizationId)).toMatchObject({ [profile.body.id]: 'accountant' });
});

test('a referral code survives the visit to a provider', async () => {
  const referrer = await createPerson(app);
  const codes = await app.db.queryText('select referral_code from users where id = $1', [referrer.id]);
  const { email } = newcomer();
  await register(app, await visit(app), { referrerCode: codes.rows[0]?.referral_code as string });
  const users = await app.db.queryText('select referrer_id from users where email = $1', [email]);
  expect(users.rows).toEqual([{ referrer_id: referrer.id }]);
});

test('a provider is no second factor: the code is asked for, and staff without one stay outside', async () => {
  const { id } = await registered();
  const secret = newTotpSecret();
  const encrypted = encryptSecret(app.keys.secondFactor, id, secret);
  const enable = 'update users set totp_secret = $2, totp_confirmed_at = now() where id = $1';
  await app.db.queryText(enable, [id, encrypted]);
  const cookie = await visit(app);
  expect((await finish(app, cookie)).body.code).toBe('totp_required');
  expect((await finish(app, cookie, { code: '000000' })).body.code).toBe('wrong_code');
  expect((await finish(app, cookie, { code: generateSync({ secret }) })).body).toMatchObject({ step: 'signedIn' });

  const staff = await registered();
  await app.db.queryText("update users set operator_role = 'admin' where id = $1", [staff.id]);
  const entered = await finish(app, await visit(app));
  const profile = await app.call(getProfile, {}, { token: tokenOf(entered) });
  expect(profile.body).toMatchObject({ operatorRole: 'admin', needsSecondFactor: true });
});

test('a blocked account is not entered by a provider', async () => {
  const { id } = await registered();
  await app.db.queryText("update users set status = 'blocked' where id = $1", [id]);
  expect((await finish(app, await visit(app))).body.code).toBe('account_blocked');
});

test('a reset by letter removes every provider, so that a stranger’s one is locked out', async () => {
  const { email, id } = await registered();
  await app.call(forgotPassword, { body: { email } });
  const token = tokenIn((await app.letter(email, 'Восстановление пароля')).text);
  const password = 'совсем другие слова';
  expect((await app.call(resetPassword, { body: { token, password } })).status).toBe(204);
  expect(await linksOf(id)).toEqual([]);
  expect((await app.call(signIn, { body: { email, password } })).status).toBe(200);
});

test('an account without a password refuses every password, and the export names its provider', async () => {
  const { email, token } = await registered();
  for (const password of ['none', 'четыре слова подряд']) {
    expect((await app.call(signIn, { body: { email, password } })).body.code).toBe('invalid_credentials');
  }
  const exported = await app.call(exportProfile, {}, { token });
  expect(exported.body).toMatchObject({ externalLinks: [{ provider: 'oidc', label: email }] });
});
