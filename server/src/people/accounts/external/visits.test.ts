import * as contract from '@kazna/contract/cabinet/external-sign-in';
import { describe, expect, test } from 'vitest';
import { appForThisFile } from '../../../../tests/support/app-for-file.ts';
import {
  comeBack,
  type Departed,
  depart,
  finish,
  queryOf,
  register,
  visit,
} from '../../../../tests/support/external-visits.ts';
import { followProvider, issuerForThisFile } from '../../../../tests/support/oidc-issuer.ts';
import { newTicket, secretsOf } from './ticket.ts';
import { beginVisit } from './visit.ts';

const { externalProviders, newcomer, refuse } = issuerForThisFile();
const app = appForThisFile({ externalProviders, env: { PUBLIC_URL: 'http://localhost:3000' } });

const everything = 'select (select count(*) from users) + (select count(*) from registrations) as people';
const countPeople = async () => (await app.db.queryText(everything)).rows[0]?.people;

interface Trip {
  departed: Departed;
  /** What the provider leads back with. */
  query: Record<string, string>;
}

async function trip(): Promise<Trip> {
  const departed = await depart(app);
  return { departed, query: queryOf(await followProvider(departed.location)) };
}

const without = (query: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(query).filter(([key]) => key !== name));

/** What the browser sends back instead of what it should. */
const spoiled: [string, string, (own: Trip, other: Trip) => { cookie: string; query: Record<string, string> }][] = [
  ['without a state', 'expired', ({ departed, query }) => ({ ...departed, query: without(query, 'state') })],
  [
    'with a state of another visit',
    'expired',
    ({ departed, query }, other) => ({
      cookie: departed.cookie,
      query: { ...query, state: other.query.state ?? '' },
    }),
  ],
  ['without the cookie', 'expired', ({ query }) => ({ cookie: '', query })],
  ['with the cookie of another browser', 'expired', ({ query }, other) => ({ cookie: other.departed.cookie, query })],
  [
    'with a cookie that was changed',
    'expired',
    ({ departed, query }) => ({
      cookie: departed.cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      query,
    }),
  ],
  ['without a code', 'failed', ({ departed, query }) => ({ ...departed, query: without(query, 'code') })],
  [
    'with a code of another visit, whose verifier is another',
    'failed',
    ({ departed, query }, other) => ({
      cookie: departed.cookie,
      query: { ...query, code: other.query.code ?? '' },
    }),
  ],
  [
    'with a code that the issuer never gave',
    'failed',
    ({ departed, query }) => ({
      cookie: departed.cookie,
      query: { ...query, code: 'invented' },
    }),
  ],
  [
    'in the name of another issuer',
    'failed',
    ({ departed, query }) => ({
      cookie: departed.cookie,
      query: { ...query, iss: 'https://evil.example' },
    }),
  ],
];

describe('a callback that does not belong to the browser', () => {
  test.each(spoiled)(
    'a callback %s leads to the page, which says so, and creates nothing',
    async (_, problem, spoil) => {
      newcomer();
      const before = await countPeople();
      const { cookie, query } = spoil(await trip(), await trip());
      const answer = await comeBack(app, cookie, query);
      expect(answer).toMatchObject({ status: 303, headers: { location: '/auth/external' } });
      const code = problem === 'failed' ? 'external_failed' : 'external_visit_expired';
      expect(await finish(app, cookie)).toMatchObject({ status: 400, body: { code } });
      expect(await register(app, cookie, {})).toMatchObject({ status: 400 });
      expect(await countPeople()).toBe(before);
    },
  );
});

test('a stranger’s callback does not use up the visit under way', async () => {
  newcomer();
  const { departed, query } = await trip();
  await comeBack(app, departed.cookie, { ...query, state: 'guessed' });
  await comeBack(app, departed.cookie, query);
  expect((await finish(app, departed.cookie)).body).toMatchObject({ step: 'register' });
});

test('a visit that took more than ten minutes is refused', async () => {
  newcomer();
  const { query } = await trip();
  const late = newTicket(app.keys.externalVisits, 'oidc', { kind: 'sign-in' }, Date.now() - 11 * 60 * 1000);
  const { state } = secretsOf(app.keys.externalVisits, late);
  const cookie = `external-visit=${late.text}`;
  await comeBack(app, cookie, { ...query, state });
  expect((await finish(app, cookie)).body.code).toBe('external_visit_expired');
});

test('what a sign-in provider has answered expires after half an hour', async () => {
  newcomer();
  const cookie = await visit(app);
  await app.db.queryText('update external_visits set expires_at = now() where finished_at is null');
  expect((await finish(app, cookie)).body.code).toBe('external_visit_expired');
  expect((await register(app, cookie, {})).body.code).toBe('external_visit_expired');
});

test('a callback of a sign-in provider that is sent twice, and one of a finished visit, are refused', async () => {
  const { email } = newcomer();
  const { departed, query } = await trip();
  await comeBack(app, departed.cookie, query);
  expect(await comeBack(app, departed.cookie, query)).toMatchObject({ headers: { location: '/auth/external' } });
  expect((await register(app, departed.cookie, {})).body).toMatchObject({ step: 'signedIn' });
  await comeBack(app, departed.cookie, query);
  expect((await finish(app, departed.cookie)).body.code).toBe('external_visit_expired');
  expect((await register(app, departed.cookie, {})).body.code).toBe('external_visit_expired');
  const stored = await app.db.queryText('select 1 from external_visits where outcome::text like $1', [`%${email}%`]);
  expect(stored.rows).toEqual([]);
});

test('two registrations of one visit at once make one account', async () => {
  const { email } = newcomer();
  const cookie = await visit(app);
  const answers = await Promise.all([register(app, cookie, {}), register(app, cookie, {})]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  expect((await app.db.queryText('select 1 from users where email = $1', [email])).rows).toHaveLength(1);
});

test('a refusal at a sign-in provider is named as one and creates nothing', async () => {
  refuse();
  const cookie = await visit(app);
  expect((await finish(app, cookie)).body.code).toBe('external_declined');
});

test('the redirect to a sign-in provider has state, nonce and a hashed verifier, and a cookie that scripts cannot read', async () => {
  const { headers } = await app.call(contract.startExternalSignIn, { params: { provider: 'oidc' } });
  const { searchParams } = new URL(String(headers.location));
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: 'http://localhost:3000/api/auth/external/oidc/callback',
  });
  for (const name of ['state', 'nonce', 'code_challenge']) expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/);
  expect(headers['set-cookie']).toMatch(/^external-visit=[^;]+; Path=\/; Max-Age=2400; HttpOnly; SameSite=Lax$/);
  const again = new URL((await depart(app)).location).searchParams;
  for (const name of ['state', 'nonce', 'code_challenge']) expect(again.get(name)).not.toBe(searchParams.get(name));
});

test('no parameter of a sign-in by a provider redirects the browser to another site', async () => {
  const evil = 'https://evil.example/';
  const names = ['redirect_uri', 'returnTo', 'next', 'url', 'state', 'iss', 'RelayState'];
  const query = Object.fromEntries(names.map((name) => [name, evil]));
  const started = await app.app.inject({ url: '/api/auth/external/oidc', query });
  expect(String(started.headers.location)).not.toContain('evil.example');
  const back = await app.app.inject({ url: '/api/auth/external/oidc/callback', query: { ...query, code: evil } });
  expect(back).toMatchObject({ statusCode: 303, headers: { location: '/auth/external' } });
});

test('a provider that is not configured is not found', async () => {
  expect((await app.call(contract.startExternalSignIn, { params: { provider: 'vk' } })).status).toBe(404);
  const { body } = await app.call(contract.listExternalProviders);
  expect(body.items).toEqual([{ provider: 'oidc', name: 'Ромашка ID' }]);
});

test('over https the cookie of a visit to a provider is the host’s own, so that no neighbour under its domain can plant one', async () => {
  const names: string[] = [];
  const cookies = { get: () => undefined, set: (name: string) => void names.push(name) };
  const [provider] = externalProviders;
  if (!provider) throw new Error('no provider');
  const { externalVisits: key } = app.keys;
  const context = { db: app.db, key, providers: externalProviders, publicUrl: 'https://kazna.example', onFailure() {} };
  await beginVisit(context, provider, { kind: 'sign-in' }, cookies);
  expect(names).toEqual(['__Host-external-visit']);
});

test('a provider that was switched off during the visit ends it', async () => {
  newcomer();
  const cookie = await visit(app);
  const providers = externalProviders.splice(0);
  expect(await finish(app, cookie)).toMatchObject({ status: 400, body: { code: 'external_visit_expired' } });
  externalProviders.push(...providers);
  expect((await finish(app, cookie)).body).toMatchObject({ step: 'register' });
});

test('a provider’s name that is cut in the middle of an emoji is stored, and a subject with control characters is refused', async () => {
  newcomer({ name: `${'А'.repeat(99)}😀` });
  expect((await finish(app, await visit(app))).body).toMatchObject({ step: 'register', name: 'А'.repeat(99) });
  const [provider] = externalProviders;
  if (!provider) throw new Error('no provider');
  const { identify } = provider;
  provider.identify = async (answer) => ({ ...(await identify(answer)), subject: 'anna\u0000' });
  newcomer();
  const cookie = await visit(app);
  provider.identify = identify;
  expect((await finish(app, cookie)).body.code).toBe('external_failed');
});
