import { randomBytes } from 'node:crypto';
import * as accounts from '@kazna/contract/cabinet/accounts';
import { getProfile } from '@kazna/contract/cabinet/profile';
import { createDecoder, createSigner } from 'fast-jwt';
import { describe, expect, test, vi } from 'vitest';
import { appForThisFile } from '../../../../tests/support/app-for-file.ts';
import { createOrganization, createPerson, signInPerson } from '../../../../tests/support/people.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import { accessTokenReader, signAccessToken } from './session-tokens.ts';

const app = appForThisFile();

const decode = createDecoder();
const unsigned = (claims: object) => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`;
};

test('an access token has sub, sid, org, gen, iat and exp 15 minutes later, and nothing else', async () => {
  const person = await createPerson(app);
  const { accessToken } = await signInPerson(app, person);
  const { sub, sid, org, iat, exp, ...rest } = decode(accessToken);
  const { body } = await app.call(getProfile, {}, { token: accessToken });
  expect({ sub, org }).toEqual({ sub: person.id, org: body.activeOrganizationId });
  expect(sid).toMatch(/^[0-9a-f-]{36}$/);
  expect(exp - iat).toBe(900);
  expect(rest).toEqual({ gen: 0 });
});

describe('refused access tokens', () => {
  const claimsOf = async () => {
    const tokens = await signInPerson(app, await createPerson(app));
    return { tokens, claims: decode(tokens.accessToken) };
  };
  const answerTo = (token: string) => app.call(getProfile, {}, { token });
  const unauthorized = { status: 401, body: { code: 'unauthorized' }, headers: { 'www-authenticate': 'Bearer' } };

  test('an expired access token answers token_expired', async () => {
    const { claims } = await claimsOf();
    const past = Math.floor(Date.now() / 1000) - 1000;
    const expired = createSigner({ key: app.keys.access, algorithm: 'HS256' })({
      ...claims,
      iat: past,
      exp: past + 900,
    });
    expect(await answerTo(expired)).toMatchObject({ status: 401, body: { code: 'token_expired' } });
  });

  test('an access token that was accepted before is refused from the second it expires', async () => {
    const key = randomBytes(32);
    const read = accessTokenReader(key);
    const token = signAccessToken(key, { userId: uuidv7(), sessionId: uuidv7(), organizationId: null, generation: 0 });
    const expiresAt = decode(token).exp * 1000;
    const clock = vi.spyOn(Date, 'now');
    try {
      clock.mockReturnValue(expiresAt - 1);
      expect(read(token)).toEqual(read(token));
      clock.mockReturnValue(expiresAt + 1);
      expect(() => read(token)).toThrow('token_expired');
      expect(() => read(token)).toThrow('token_expired');
    } finally {
      clock.mockRestore();
    }
  });

  test('an access token signed by another key, by the refresh key or by another algorithm is refused', async () => {
    const { claims } = await claimsOf();
    const forgeries = [
      createSigner({ key: 'a key that is not ours, of 32 characters', algorithm: 'HS256' })(claims),
      createSigner({ key: app.keys.refresh, algorithm: 'HS256' })(claims),
      createSigner({ key: app.keys.access, algorithm: 'HS512' })(claims),
    ];
    for (const token of forgeries) expect(await answerTo(token)).toMatchObject(unauthorized);
  });

  test('an access token without a signature or with a changed payload is refused', async () => {
    const { tokens, claims } = await claimsOf();
    const [head, , signature] = tokens.accessToken.split('.');
    const changed = Buffer.from(JSON.stringify({ ...claims, sid: uuidv7() })).toString('base64url');
    for (const token of [unsigned(claims), `${head}.${changed}.${signature}`, 'not.a.token', 'x']) {
      expect(await answerTo(token)).toMatchObject(unauthorized);
    }
  });

  test('an access token without expiry is refused', async () => {
    const { claims } = await claimsOf();
    const { exp: _, ...endless } = claims;
    const token = createSigner({ key: app.keys.access, algorithm: 'HS256' })(endless);
    expect(await answerTo(token)).toMatchObject(unauthorized);
  });

  test('a refresh token as access token, and a missing token, are refused', async () => {
    const { tokens } = await claimsOf();
    expect(await answerTo(tokens.refreshToken)).toMatchObject(unauthorized);
    expect(await app.call(getProfile)).toMatchObject(unauthorized);
    const basic = await app.call(getProfile, {}, { headers: { authorization: `Basic ${tokens.accessToken}` } });
    expect(basic).toMatchObject(unauthorized);
  });
});

describe('switching organization', () => {
  const switchTo = (token: string, organizationId?: string) =>
    app.call(accounts.refreshWithOrganization, organizationId ? { query: { organizationId } } : {}, { token });

  test('after a switch the access token names the requested organization', async () => {
    const person = await createPerson(app);
    const { accessToken, refreshToken } = await signInPerson(app, person);
    const { org } = decode(accessToken);
    const { status, body } = await switchTo(refreshToken, org);
    expect(status).toBe(200);
    expect(decode(body.accessToken).org).toBe(org);
  });

  test("a switch to another person's organization answers as to a missing one", async () => {
    const { refreshToken } = await signInPerson(app, await createPerson(app));
    const stranger = decode((await signInPerson(app, await createPerson(app))).accessToken);
    const foreign = await switchTo(refreshToken, stranger.org);
    const missing = await switchTo(refreshToken, uuidv7());
    expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(foreign.body).toEqual(missing.body);
    expect(foreign.status).toBe(missing.status);
  });

  test('a switch without an organization chooses the one used last, as the next sign-in does', async () => {
    const person = await createPerson(app);
    const first = await signInPerson(app, person);
    const second = await createOrganization(app, person.id);
    const switched = await switchTo(first.refreshToken, second);
    expect(decode((await signInPerson(app, person)).accessToken).org).toBe(second);
    const back = await switchTo(switched.body.refreshToken as string);
    expect(decode(back.body.accessToken).org).toBe(second);
  });
});
