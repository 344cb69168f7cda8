import { signUp, verifyEmail } from '@kazna/contract/cabinet/accounts';
import { getInfo } from '@kazna/contract/cabinet/info';
import { getProfile } from '@kazna/contract/cabinet/profile';
import { describe, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { createPerson, newPerson, signInPerson, signUpBody, tokenIn } from '../../../tests/support/people.ts';

const app = appForThisFile();

const register = (body: object, address?: string) =>
  app.call(signUp, { body: body as never }, address ? { address } : {});
const userRow = async (email: string) => {
  const { rows } = await app.db.queryText('select id, referrer_id, email_verified_at from users where email = $1', [
    email,
  ]);
  return rows[0];
};

async function registerAndConfirm(body: ReturnType<typeof signUpBody> & { referrerCode?: string }, address?: string) {
  const answer = await register(body, address);
  const token = tokenIn((await app.letter(body.email, 'Подтвердите e-mail')).text);
  const { verifier } = answer.body;
  expect((await app.call(verifyEmail, { query: { token, verifier } })).status).toBe(200);
  return answer;
}

describe('registration of a taken address', () => {
  test('registration of a taken address answers as a new one, and the owner gets a letter', async () => {
    const owner = await createPerson(app);
    const stranger = newPerson();
    const taken = await register({ ...signUpBody(owner), password: 'пароль чужака', name: 'Чужак' });
    const fresh = await register(signUpBody(stranger));
    expect(taken.status).toBe(201);
    expect(taken.status).toBe(fresh.status);
    expect(taken.body).toEqual({ email: owner.email, verifier: expect.stringMatching(/^[\w-]{43}$/) });
    expect(fresh.body).toEqual({ email: stranger.email, verifier: expect.stringMatching(/^[\w-]{43}$/) });
    const names = (headers: object) =>
      Object.keys(headers).filter((name) => !['x-request-id', 'date', 'content-length'].includes(name));
    expect(names(taken.headers)).toEqual(names(fresh.headers));

    const letter = await app.letter(owner.email, 'Вы уже зарегистрированы');
    expect(letter.text).not.toContain('token=');
    expect(letter.text).not.toContain('Чужак');
  });

  test('registration of a taken address keeps its password and name', async () => {
    const owner = await createPerson(app);
    await register({ ...signUpBody(owner), password: 'пароль чужака', name: 'Чужак' });
    const { accessToken } = await signInPerson(app, owner);
    expect((await app.call(getProfile, {}, { token: accessToken })).body.name).toBe(owner.name);
  });
});

test('a registration stores consents with document, version, time and address', async () => {
  const person = newPerson();
  await registerAndConfirm(signUpBody(person), '203.0.113.7');
  const { rows } = await app.db.queryText(
    `select document, version, host(address) as address, now() - accepted_at < interval '1 minute' as is_now
     from consents where user_id = $1 order by document`,
    [(await userRow(person.email))?.id],
  );
  const info = await app.call(getInfo);
  const version = (name: string) => info.body.documents.find(({ document }) => document === name)?.version;
  expect(rows).toEqual([
    { document: 'offer', version: version('offer'), address: '203.0.113.7', is_now: true },
    { document: 'personal-data', version: version('personal-data'), address: '203.0.113.7', is_now: true },
  ]);
});

describe('referral codes at registration', () => {
  test('a referral code of a verified person is stored in any case', async () => {
    const referrer = await createPerson(app);
    const { accessToken } = await signInPerson(app, referrer);
    const { body } = await app.call(getProfile, {}, { token: accessToken });
    const newcomer = newPerson();
    const referrerCode = ` ${body.referralCode.toLowerCase()} `;
    const answer = await registerAndConfirm({ ...signUpBody(newcomer), referrerCode });
    expect(answer.status).toBe(201);
    expect((await userRow(newcomer.email))?.referrer_id).toBe(referrer.id);
  });

  test('a referral code of a blocked person is ignored', async () => {
    const referrer = await createPerson(app);
    const { rows } = await app.db.queryText(
      "update users set status = 'blocked' where id = $1 returning referral_code as code",
      [referrer.id],
    );
    const newcomer = newPerson();
    await registerAndConfirm({ ...signUpBody(newcomer), referrerCode: rows[0]?.code as string });
    expect((await userRow(newcomer.email))?.referrer_id).toBeNull();
  });

  test.each([
    ['unknown', 'NOSUCHCODE'],
    ['empty', ''],
    ['far too long', 'A'.repeat(5000)],
    ['with characters that no text column takes', 'A\u0000B'],
    ['with quotes', "' or 1=1 --"],
  ])('a referral code never fails the registration: %s', async (_what, referrerCode) => {
    const newcomer = newPerson();
    expect(await registerAndConfirm({ ...signUpBody(newcomer), referrerCode })).toMatchObject({ status: 201 });
    expect((await userRow(newcomer.email))?.referrer_id).toBeNull();
  });
});

describe('invalid registrations', () => {
  const body = () => signUpBody(newPerson());
  test.each([
    ['a common password', 'password', { password: '1234567890' }],
    ['a common password in another case', 'password', { password: 'PassWord123' }],
    ['a password of 7 characters', 'password', { password: 'a2c4e6g' }],
    ['a password of 129 characters', 'password', { password: 'п'.repeat(129) }],
    ['no consent to the offer', 'acceptOffer', { acceptOffer: false }],
    ['no consent to the processing of personal data', 'acceptPersonalData', { acceptPersonalData: undefined }],
    ['no name', 'name', { name: '   ' }],
    ['markup in the name', 'name', { name: '<b>Мария</b>' }],
    ['a wrong e-mail', 'email', { email: 'мария' }],
  ])('a registration with %s is refused on its field', async (_what, path, change) => {
    const answer = await register({ ...body(), ...change });
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(answer.body.errors?.map((error) => error.path)).toEqual([path]);
    expect(answer.body.errors?.[0]?.message).toMatch(/[а-яё]/i);
  });
});

test('passwords of 8 and of 128 characters are accepted', async () => {
  for (const password of ['ф8ывапро', 'длинный '.repeat(16)]) {
    expect(await register({ ...signUpBody(newPerson()), password })).toMatchObject({ status: 201 });
  }
});

test('of 10 concurrent registrations of one address all answer 201 and no account exists before one is confirmed', async () => {
  const person = newPerson();
  const answers = await Promise.all(Array.from({ length: 10 }, () => register(signUpBody(person))));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
  expect(new Set(answers.map(({ body }) => body.verifier)).size).toBe(10);
  expect(await userRow(person.email)).toBeUndefined();
});

test('registrations from one network are limited to 300 an hour', async () => {
  const address = '198.51.100.1';
  await register(signUpBody(newPerson()), address);
  await app.db.queryText("update throttle_counters set hits = 300 where bucket like 'account-requests:%' and hits = 1");
  const refused = await register(signUpBody(newPerson()), address);
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } });
});
