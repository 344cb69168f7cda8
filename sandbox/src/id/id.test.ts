import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { runSandbox } from '../../tests/running-sandbox.ts';

const redirectOrigin = 'http://shop.test';
const redirectUri = `${redirectOrigin}/callback`;
const idClient = { clientId: 'shop', clientSecret: 'secret', redirectOrigin };
const verifier = 'a verifier that nobody guesses';
const request = {
  client_id: 'shop',
  redirect_uri: redirectUri,
  response_type: 'code',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
  state: 'state',
  nonce: 'nonce',
};

async function choose(url: string, choice: string): Promise<URLSearchParams> {
  const body = new URLSearchParams({ ...request, choice });
  const answer = await fetch(`${url}/id/authorize`, { method: 'POST', body, redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '').searchParams;
}

function exchange(url: string, fields: Record<string, string>, secret = 'secret') {
  const authorization = `Basic ${Buffer.from(`shop:${secret}`).toString('base64')}`;
  const form = { grant_type: 'authorization_code', redirect_uri: redirectUri, code_verifier: verifier, ...fields };
  return fetch(`${url}/id/token`, { method: 'POST', headers: { authorization }, body: new URLSearchParams(form) });
}

test('the test ID gives a code once, for the verifier and the secret of its application', async () => {
  const { url } = await runSandbox({ idClient });
  const code = (await choose(url, 'anna')).get('code') ?? '';
  expect((await exchange(url, { code, code_verifier: 'another' })).status).toBe(400);
  expect((await exchange(url, { code }, 'wrong')).status).toBe(400);
  const tokens = (await (await exchange(url, { code })).json()) as { id_token: string };
  const claims = JSON.parse(Buffer.from(tokens.id_token.split('.')[1] ?? '', 'base64url').toString());
  expect(claims).toMatchObject({ iss: `${url}/id`, aud: 'shop', nonce: 'nonce', sub: 'anna', email_verified: true });
  expect((await exchange(url, { code })).status).toBe(400);
});

test('the test ID leads nowhere but to its application', async () => {
  const { url } = await runSandbox({ idClient });
  for (const wrong of [
    { redirect_uri: 'https://evil.example/' },
    { redirect_uri: `${redirectOrigin}.evil.example/` },
    { client_id: 'another' },
    { code_challenge_method: 'plain' },
  ]) {
    const query = new URLSearchParams({ ...request, ...wrong });
    expect((await fetch(`${url}/id/authorize?${query}`)).status).toBe(400);
    const body = new URLSearchParams({ ...request, ...wrong, choice: 'anna' });
    const posted = await fetch(`${url}/id/authorize`, { method: 'POST', body, redirect: 'manual' });
    expect([posted.status, posted.headers.get('location')]).toEqual([400, null]);
  }
});

test('the test ID refuses, fails and has people with an unverified address and with none', async () => {
  const { url } = await runSandbox({ idClient });
  expect((await choose(url, 'refuse')).get('error')).toBe('access_denied');
  expect((await choose(url, 'error')).get('error')).toBe('server_error');
  const page = await (await fetch(`${url}/id/authorize?${new URLSearchParams(request)}`)).text();
  for (const text of ['адрес подтверждён', 'адрес не подтверждён', 'без адреса']) expect(page).toContain(text);
});

test('without an application there is no test ID', async () => {
  const { url } = await runSandbox();
  expect((await fetch(`${url}/id/.well-known/openid-configuration`)).status).toBe(404);
});
