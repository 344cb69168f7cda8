import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSigner } from 'fast-jwt';
import { afterEach, describe, expect, test } from 'vitest';
import { createOidc } from './oidc.ts';
import { ProviderFailure } from './provider.ts';
import { createVk } from './vk.ts';
import { createYandex } from './yandex.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

interface Asked {
  path: string;
  headers: IncomingMessage['headers'];
  form: Record<string, string>;
}

/** Somebody else's server: answers by path and writes down what it was asked. */
async function serve(answers: Record<string, (asked: Asked) => object | number>) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const call = { path: pathname, headers: request.headers, form: Object.fromEntries(new URLSearchParams(body)) };
    asked.push(call);
    const answer = answers[pathname]?.(call) ?? 404;
    response.statusCode = typeof answer === 'number' ? answer : 200;
    if (answer === 302) response.setHeader('location', 'http://127.0.0.1:9/');
    response.end(typeof answer === 'number' ? '{"error":"invalid_grant"}' : JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const client = { clientId: 'kazna', clientSecret: 'тайна' };
const back = {
  redirectUri: 'https://cabinet.example.ru/callback',
  code: 'code of the callback',
  state: 'state',
  nonce: 'nonce',
  codeVerifier: 'verifier',
  deviceId: 'device',
};

describe('Яндекс ID', () => {
  const info = { id: '1000034426', client_id: 'kazna', default_email: 'anna@yandex.ru', real_name: 'Анна Смирнова' };
  const run = async (answers: Parameters<typeof serve>[0]) => {
    const { url, asked } = await serve(answers);
    const endpoints = { authorize: `${url}/authorize`, token: `${url}/token`, info: `${url}/info?format=json` };
    return { yandex: createYandex(client, endpoints), asked };
  };

  test('Яндекс ID exchanges the code with the verifier and vouches for no address', async () => {
    const { yandex, asked } = await run({ '/token': () => ({ access_token: 'token' }), '/info': () => info });
    expect(await yandex.identify(back)).toEqual({
      subject: '1000034426',
      email: 'anna@yandex.ru',
      isEmailVerified: false,
      name: 'Анна Смирнова',
    });
    expect(asked[0]).toMatchObject({
      form: { grant_type: 'authorization_code', code: back.code, code_verifier: 'verifier' },
      headers: { authorization: expect.stringMatching(/^Basic /) },
    });
    expect(asked[1]?.headers.authorization).toBe('OAuth token');
  });

  test('Яндекс ID refuses a token of another application, a refused code and a redirect', async () => {
    const good = { access_token: 'token' };
    const bad: Parameters<typeof serve>[0][] = [
      { '/token': () => good, '/info': () => ({ ...info, client_id: 'another' }) },
      { '/token': () => good, '/info': () => ({ ...info, id: undefined }) },
      { '/token': () => 400 },
      { '/token': () => 302 },
    ];
    for (const answers of bad) {
      const { yandex } = await run(answers);
      await expect(yandex.identify(back)).rejects.toThrow(ProviderFailure);
    }
  });
});

describe('VK ID', () => {
  const user = { user_id: 1234567890, first_name: 'Анна', last_name: 'Смирнова' };
  const run = async (answers: Parameters<typeof serve>[0]) => {
    const { url, asked } = await serve(answers);
    const endpoints = { authorize: `${url}/authorize`, token: `${url}/token`, info: `${url}/info` };
    return { vk: createVk(client, endpoints), asked };
  };

  test('VK ID exchanges the code with the device of the callback, and an address may be missing', async () => {
    const { vk, asked } = await run({
      '/token': () => ({ access_token: 'token', state: 'state', id_token: 'not standard' }),
      '/info': () => ({ user }),
    });
    expect(await vk.identify(back)).toEqual({
      subject: '1234567890',
      email: null,
      isEmailVerified: false,
      name: 'Анна Смирнова',
    });
    expect(asked[0]?.form).toMatchObject({ device_id: 'device', code_verifier: 'verifier', client_id: 'kazna' });
    expect(asked[1]?.form).toEqual({ client_id: 'kazna', access_token: 'token' });
  });

  test('VK ID refuses a callback without a device, another state and an answer without a user', async () => {
    const { vk } = await run({
      '/token': () => ({ access_token: 'token', state: 'other' }),
      '/info': () => ({ user }),
    });
    await expect(vk.identify({ ...back, deviceId: undefined })).rejects.toThrow('no device');
    await expect(vk.identify(back)).rejects.toThrow('state');
    const silent = await run({ '/token': () => ({ access_token: 'token' }), '/info': () => ({}) });
    await expect(silent.vk.identify(back)).rejects.toThrow('no user');
  });

  test('Яндекс ID and VK ID ask for S256 and send neither a secret nor a token in an address', async () => {
    const departure = { redirectUri: back.redirectUri, state: 'state', nonce: 'nonce', codeChallenge: 'challenge' };
    for (const provider of [createVk(client), createYandex(client)]) {
      const { searchParams } = new URL(await provider.authorizationUrl(departure));
      expect(searchParams.get('code_challenge_method')).toBe('S256');
      expect(searchParams.get('client_secret')).toBeNull();
    }
  });
});

describe('an OpenID Connect issuer', () => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }) as string;

  interface Lie {
    claims?: object;
    key?: KeyObject;
    algorithm?: 'RS256' | 'none';
    discovery?: object;
    userinfo?: object;
  }

  async function issue({ claims = {}, key = pair.privateKey, algorithm = 'RS256', discovery, userinfo }: Lie = {}) {
    let issuer = '';
    const now = Math.floor(Date.now() / 1000);
    const idToken = () => {
      const usual = { iss: issuer, aud: 'kazna', sub: 'anna', nonce: 'nonce', iat: now, exp: now + 60 };
      const options = algorithm === 'none' ? { algorithm } : { algorithm, key: pem(key), kid: 'first' };
      return createSigner(options as never)({ ...usual, ...claims });
    };
    const { url } = await serve({
      '/.well-known/openid-configuration': () => ({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/jwks`,
        ...discovery,
      }),
      '/token': () => ({ id_token: idToken(), access_token: 'token' }),
      '/jwks': () => ({ keys: [{ ...pair.publicKey.export({ format: 'jwk' }), kid: 'first', use: 'sig' }] }),
      '/userinfo': () => userinfo ?? { sub: 'anna', email: 'anna@example.ru', email_verified: true },
    });
    issuer = url;
    return createOidc({ id: 'oidc', name: 'Ромашка ID', issuer, ...client });
  }

  test('an id token without an address is completed by the answer about the same person', async () => {
    const person = await (await issue()).identify(back);
    expect(person).toEqual({ subject: 'anna', email: 'anna@example.ru', isEmailVerified: true, name: '' });
  });

  test.each<[string, Lie]>([
    ['of another nonce', { claims: { nonce: 'another' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['of another issuer', { claims: { iss: 'https://evil.example' } }],
    ['for another application', { claims: { aud: 'another' } }],
    ['for several applications and none in particular', { claims: { aud: ['kazna', 'another'] } }],
    ['that has expired', { claims: { exp: 1 } }],
    ['signed by another key', { key: stranger.privateKey }],
    ['that is not signed', { algorithm: 'none' }],
    ['whose person is not the one of the answer', { userinfo: { sub: 'boris', email: 'anna@example.ru' } }],
    ['from discovery of another issuer', { discovery: { issuer: 'https://evil.example' } }],
    ['from an unsafe endpoint', { discovery: { token_endpoint: 'ftp://evil.example' } }],
  ])('an id token %s is refused', async (_, lie) => {
    await expect((await issue(lie)).identify(back)).rejects.toThrow(ProviderFailure);
  });

  test('an address counts as verified only where the issuer says so in so many words', async () => {
    for (const email_verified of ['true', 1, undefined, false]) {
      const provider = await issue({ claims: { email: 'anna@example.ru', email_verified } });
      expect((await provider.identify(back)).isEmailVerified).toBe(false);
    }
  });

  test('the challenge of the way out is the hash of the verifier', async () => {
    const provider = await issue();
    const codeChallenge = createHash('sha256').update('verifier').digest('base64url');
    const departure = { redirectUri: back.redirectUri, state: 'state', nonce: 'nonce', codeChallenge };
    const { searchParams } = new URL(await provider.authorizationUrl(departure));
    expect(Object.fromEntries(searchParams)).toMatchObject({
      code_challenge: codeChallenge,
      scope: 'openid email profile',
      nonce: 'nonce',
    });
  });
});
