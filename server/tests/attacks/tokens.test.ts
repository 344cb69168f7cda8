import { createHmac, generateKeyPairSync } from 'node:crypto';
import * as accounts from '@kazna/contract/cabinet/accounts';
import { getProfile } from '@kazna/contract/cabinet/profile';
import { endpoints } from '@kazna/contract/endpoints';
import type { Endpoint } from '@kazna/contract/shared/endpoint';
import { createDecoder, createSigner } from 'fast-jwt';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { uuidv7 } from '../../src/platform/db/uuid.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type SignedIn, signedInPerson } from '../support/organizations.ts';
import { newStaff } from '../support/staff.ts';

let app: TestApp;
/** A staff admin, so that only the token is checked. */
let person: SignedIn;
let claims: Record<string, unknown>;
beforeAll(async () => {
  app = await startTestApp(inject('databaseUrl'));
  person = await newStaff(app, 'admin');
  claims = createDecoder()(person.token);
});
afterAll(() => app.close());

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
function forge(head: object, payload: object, key: Buffer | string = app.keys.access, hash = 'sha256'): string {
  const text = `${encode(head)}.${encode(payload)}`;
  return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`;
}
const head = { alg: 'HS256', typ: 'JWT' };
const answerTo = async (token: string) => {
  const { status, body } = await app.call(getProfile, {}, { token });
  return { status, code: body.code };
};
const unauthorized = { status: 401, code: 'unauthorized' };

test('the token builder of this test makes valid tokens', async () => {
  expect(await answerTo(forge(head, claims))).toEqual({ status: 200, code: undefined });
});

describe('forged JWT headers', () => {
  test.each(['none', 'None', 'NONE', 'nOnE', ''])('a token with alg %j and no signature is refused', async (alg) => {
    const text = `${encode({ alg, typ: 'JWT' })}.${encode(claims)}`;
    for (const signature of ['', 'AA', createHmac('sha256', '').update(text).digest('base64url')]) {
      expect(await answerTo(`${text}.${signature}`)).toEqual(unauthorized);
    }
    expect(await answerTo(text)).toEqual(unauthorized);
  });

  test.each(['HS384', 'HS512', 'RS256', 'ES256', 'PS256', 'EdDSA', 'hs256'])(
    'a token with alg %s over our own key is refused',
    async (alg) => {
      const hash = { HS384: 'sha384', HS512: 'sha512' }[alg] ?? 'sha256';
      expect(await answerTo(forge({ ...head, alg }, claims, app.keys.access, hash))).toEqual(unauthorized);
    },
  );

  test('a key inside the token, by value, URL or file, is ignored', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = publicKey.export({ type: 'spki', format: 'pem' });
    const jwk = publicKey.export({ format: 'jwk' });
    const ownKey = 'a key of the forger, 32 characters';
    const signed = createSigner({
      algorithm: 'RS256',
      key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      header: { jwk } as never,
    });
    const forgeries = [
      signed(claims),
      forge({ ...head, jwk: { kty: 'oct', k: Buffer.from(ownKey).toString('base64url') } }, claims, ownKey),
      forge({ ...head, jku: 'https://evil.example/keys' }, claims, ownKey),
      forge({ ...head, x5u: 'https://evil.example/chain' }, claims, ownKey),
      forge({ ...head, kid: '../../../../dev/null' }, claims, ''),
      forge({ ...head, kid: "' union select 'a' --" }, claims, 'a'),
      forge(head, claims, pem),
    ];
    for (const token of forgeries) expect(await answerTo(token)).toEqual(unauthorized);
  });
});

describe('malformed access tokens', () => {
  const replaced = (at: number, change: (part: string) => string) =>
    person.token
      .split('.')
      .map((part, index) => (index === at ? change(part) : part))
      .join('.');
  const flipLast = (part: string) => part.slice(0, -1) + (part.endsWith('A') ? 'B' : 'A');
  const flipFirst = (part: string) => (part.startsWith('A') ? 'B' : 'A') + part.slice(1);

  test.each<[string, () => string]>([
    ['a changed header', () => replaced(0, () => encode({ ...head, kid: '1' }))],
    ['a header of the same meaning in other letters', () => replaced(0, () => encode({ typ: 'JWT', alg: 'HS256' }))],
    ['a changed payload', () => replaced(1, () => encode({ ...claims, exp: Number(claims.exp) + 1 }))],
    ['a changed first letter of the signature', () => replaced(2, flipFirst)],
    ['a changed last letter of the payload', () => replaced(1, flipLast)],
    ['an empty header', () => replaced(0, () => '')],
    ['an empty payload', () => replaced(1, () => '')],
    ['an empty signature', () => replaced(2, () => '')],
    ['half a signature', () => replaced(2, (part) => part.slice(0, 20))],
    ['a longer signature', () => replaced(2, (part) => `${part}AAAA`)],
    ['a second signature', () => `${person.token}.${person.token.split('.')[2]}`],
    ['an empty fourth part', () => `${person.token}.`],
    ['an empty first part', () => `.${person.token}`],
    ['a payload that is no JSON', () => signed(Buffer.from('{"sid":').toString('base64url'))],
    ['a payload that is a list', () => signed(encode([claims]))],
    ['a payload that is nothing', () => signed(encode(null))],
    ['a payload with padding', () => signed(`${encode(claims)}==`)],
    ['12,000 letters of payload', () => replaced(1, (part) => part + 'A'.repeat(12_000))],
  ])('a token with %s is refused', async (_what, token) => {
    expect(await answerTo(token())).toEqual(unauthorized);
  });

  function signed(payload: string): string {
    const text = `${encode(head)}.${payload}`;
    return `${text}.${createHmac('sha256', app.keys.access).update(text).digest('base64url')}`;
  }
});

describe('invalid claims', () => {
  const seconds = () => Math.floor(Date.now() / 1000);
  test.each<[string, () => object]>([
    ['no session', () => ({ sid: undefined })],
    ['a session that is no id', () => ({ sid: "' or 1=1 --" })],
    ['a number for a session', () => ({ sid: 1 })],
    ['a list of sessions', () => ({ sid: [claims.sid] })],
    ['nothing for a session', () => ({ sid: null })],
    ['no person', () => ({ sub: undefined })],
    ['no time of expiry', () => ({ exp: undefined })],
    ['a text for a time of expiry', () => ({ exp: String(seconds() + 900) })],
    ['endless life', () => ({ exp: 1e308 * 10 })],
    ['no time of issue', () => ({ iat: undefined })],
    ['a beginning in the future', () => ({ nbf: seconds() + 600 })],
  ])('a token with %s is refused', async (_what, change) => {
    expect(await answerTo(forge(head, { ...claims, ...change() }))).toEqual(unauthorized);
  });

  test('a token that expired a second ago answers token_expired', async () => {
    const token = forge(head, { ...claims, iat: seconds() - 901, exp: seconds() - 1 });
    expect(await answerTo(token)).toEqual({ status: 401, code: 'token_expired' });
  });

  test('a token of an unknown session answers session_ended', async () => {
    expect(await answerTo(forge(head, { ...claims, sid: uuidv7() }))).toEqual({ status: 401, code: 'session_ended' });
  });

  test('user and organization claims are ignored: the session decides who calls', async () => {
    const other = await signedInPerson(app);
    const token = forge(head, { ...claims, sub: other.id, org: uuidv7(), role: 'owner', operatorRole: 'admin' });
    const { body } = await app.call(getProfile, {}, { token });
    expect(body.id).toBe(person.id);
  });
});

describe('mixed up tokens', () => {
  test('an access token cannot refresh, and the session goes on', async () => {
    const { status, body } = await app.call(accounts.refresh, {}, { token: person.token });
    expect([status, body.code]).toEqual([401, 'session_ended']);
    expect((await answerTo(person.token)).status).toBe(200);
  });

  test('switches by an access token never prolong it: each comes back with the first one’s expiry', async () => {
    const decode = createDecoder();
    const { exp } = decode(person.token);
    const expiring = forge(head, { ...claims, exp: exp - 600 });
    let token = expiring;
    for (let turn = 0; turn < 3; turn += 1) {
      const { status, body } = await app.call(accounts.refreshWithOrganization, {}, { token });
      expect({ status, fields: Object.keys(body) }).toEqual({ status: 200, fields: ['accessToken'] });
      token = body.accessToken;
      expect(decode(token).exp).toBe(exp - 600);
    }
  });

  test('an access token enters no foreign organization and leaves the session where it was', async () => {
    const stranger = await signedInPerson(app);
    const organizationId = createDecoder()(stranger.token).org;
    const { activeOrganizationId } = (await app.call(getProfile, {}, { token: person.token })).body;
    const { token } = person;
    const answer = await app.call(accounts.refreshWithOrganization, { query: { organizationId } }, { token });
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await app.call(getProfile, {}, { token })).body.activeOrganizationId).toBe(activeOrganizationId);
  });

  test('a token is read from the Authorization header only', async () => {
    const places = [
      { url: `/api/profile?access_token=${person.token}&token=${person.token}` },
      { url: '/api/profile', headers: { cookie: `accessToken=${person.token}; tokens=${person.token}` } },
      { url: '/api/profile', headers: { 'x-access-token': person.token, 'proxy-authorization': person.token } },
      { url: '/api/profile', headers: { authorization: person.token } },
      { url: '/api/profile', headers: { authorization: `Bearer ${person.token}, Bearer x` } },
    ];
    for (const place of places) expect((await app.app.inject(place)).statusCode).toBe(401);
  });
});

describe('invalid tokens at every endpoint', () => {
  const guarded = Object.entries(endpoints).filter(([, { access }]) => access !== 'public' && access !== 'refresh');
  let bad: [what: string, token: string, code: string][];
  beforeAll(async () => {
    const ended = await newStaff(app, 'admin');
    await app.call(accounts.signOut, {}, { token: ended.token });
    const blocked = await newStaff(app, 'admin');
    await app.db.queryText("update users set status = 'blocked' where id = $1", [blocked.id]);
    const past = Math.floor(Date.now() / 1000) - 1000;
    bad = [
      ['expired', forge(head, { ...claims, iat: past, exp: past + 900 }), 'token_expired'],
      ['of another key', forge(head, claims, 'another key, and a long one at that'), 'unauthorized'],
      ['a refresh token', person.refreshToken, 'unauthorized'],
      ['of an ended session', ended.token, 'session_ended'],
      ['of a blocked person', blocked.token, 'session_ended'],
    ];
  });

  test.each(guarded)(
    '%s refuses every invalid token before it validates the input',
    async (_name, endpoint: Endpoint) => {
      const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
      const params = Object.fromEntries(names.map((name) => [name, uuidv7()]));
      const refused = bad.filter(([what]) => endpoint.access !== 'eitherToken' || what !== 'a refresh token');
      for (const [what, token, code] of refused) {
        const { status, body } = await app.call(endpoint, { params } as never, { token });
        expect({ what, status, code: body.code }).toEqual({ what, status: 401, code });
      }
    },
  );
});
