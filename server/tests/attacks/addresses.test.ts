import { forgotPassword, signIn } from '@kazna/contract/cabinet/accounts';
import { listAudit } from '@kazna/contract/cabinet/audit';
import { createOrganization } from '@kazna/contract/cabinet/organization-forms';
import { receiveNotification } from '@kazna/contract/cabinet/provider-callbacks';
import { listSessions } from '@kazna/contract/cabinet/sessions';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { companyBody, type SignedIn, signedInPerson } from '../support/organizations.ts';
import { createPerson, newPerson, signInPerson } from '../support/people.ts';

/** All headers in which a proxy may name its client; each `turn` has another address. */
const disguise = (turn: number, last = '') => ({
  'x-forwarded-for': [`198.51.100.${turn}`, last].filter(Boolean).join(', '),
  forwarded: `for=198.51.100.${turn}`,
  'x-real-ip': `198.51.100.${turn}`,
  'cf-connecting-ip': `198.51.100.${turn}`,
  'true-client-ip': `198.51.100.${turn}`,
  'x-client-ip': `198.51.100.${turn}`,
});

const secret = 'a secret of notifications';
let direct: TestApp;
let behindProxy: TestApp;
beforeAll(async () => {
  [direct, behindProxy] = await Promise.all([
    startTestApp(inject('databaseUrl')),
    startTestApp(inject('databaseUrl'), {
      env: { TRUSTED_PROXIES: '10.0.0.0/8', NOTIFICATION_SECRET: secret, PUBLIC_URL: 'https://kazna.example.ru' },
    }),
  ]);
});
afterAll(() => Promise.all([direct.close(), behindProxy.close()]));

describe('forged addresses and the rate limit of sign-ins', () => {
  const wrong = async (app: TestApp, address: string, headers: Record<string, string>, email: string) =>
    (await app.call(signIn, { body: { email, password: 'неверный' } }, { address, headers })).status;

  test('without trusted proxies wrong passwords are counted by the peer, whatever its headers', async () => {
    const { email } = newPerson();
    const statuses = [];
    for (let turn = 1; turn <= 11; turn += 1) statuses.push(await wrong(direct, '203.0.113.7', disguise(turn), email));
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });

  test('behind a trusted proxy wrong passwords are counted by the last address that is no proxy', async () => {
    const { email } = newPerson();
    const statuses = [];
    for (let turn = 1; turn <= 11; turn += 1) {
      statuses.push(await wrong(behindProxy, '10.0.0.1', disguise(turn, '203.0.113.7'), email));
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    // Another client of the same proxy is not limited.
    expect(await wrong(behindProxy, '10.0.0.1', disguise(1, '203.0.113.8'), email)).toBe(401);
    // A peer that is no proxy can neither shift its count to another client nor avoid it.
    expect(await wrong(behindProxy, '203.0.113.7', disguise(1, '203.0.113.8'), email)).toBe(429);
  });
});

describe('forged addresses in audit log and sessions', () => {
  const kept = async (app: TestApp, address: string, headers: Record<string, string>) => {
    const person: SignedIn = await signedInPerson(app);
    const { accessToken: token } = await signInPerson(app, person, { address, headers });
    const options = { token, address, headers };
    const { body } = await app.call(createOrganization, { body: companyBody() }, options);
    const audit = await app.call(listAudit, { params: { organizationId: body.id } }, options);
    const sessions = await app.call(listSessions, {}, options);
    return [audit.body.items[0]?.address, sessions.body.items.find(({ isCurrent }) => isCurrent)?.address];
  };

  test("without trusted proxies audit log and sessions have the peer's address", async () => {
    expect(await kept(direct, '203.0.113.7', disguise(1))).toEqual(['203.0.113.7', '203.0.113.7']);
  });

  test("behind a trusted proxy audit log and sessions have the client's address", async () => {
    expect(await kept(behindProxy, '10.0.0.1', disguise(1, '203.0.113.9'))).toEqual(['203.0.113.9', '203.0.113.9']);
  });
});

describe('forged hosts', () => {
  const forgedHosts: Record<string, string>[] = [
    { host: 'evil.example' },
    { host: 'kazna.example.ru:443@evil.example' },
    { host: 'kazna.example.ru', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
    { forwarded: 'host=evil.example;proto=http', 'x-original-host': 'evil.example', 'x-host': 'evil.example' },
    { 'x-original-url': '//evil.example/', 'x-rewrite-url': '//evil.example/', origin: 'https://evil.example' },
  ];

  test.each(forgedHosts)('links in letters ignore the forged host %j', async (headers) => {
    const person = await createPerson(behindProxy);
    await behindProxy.call(forgotPassword, { body: { email: person.email } }, { address: '10.0.0.1', headers });
    const { text, html } = await behindProxy.letter(person.email, 'Восстановление пароля');
    const links = [...`${text} ${html}`.matchAll(/https?:[^\s"<]+/g)].map(([link]) => link);
    expect(links.length).toBeGreaterThanOrEqual(3);
    for (const link of links) expect(link).toMatch(/^https:\/\/kazna\.example\.ru\/auth\/reset-password\?token=/);
  });

  test.each(forgedHosts)('answers ignore the forged host %j', async (headers) => {
    for (const url of ['/api/openapi.json', '/api/info', '/', '/auth/', '/api/nothing']) {
      const answer = await behindProxy.app.inject({ url, headers, remoteAddress: '10.0.0.1' });
      expect(answer.body + JSON.stringify(answer.headers)).not.toContain('evil.example');
    }
  });
});

describe('notifications with a secret', () => {
  const notify = async (query: string, { headers = {}, address = '185.71.76.1', body = {} } = {}) => {
    const objectId = crypto.randomUUID();
    const { statusCode } = await behindProxy.app.inject({
      method: receiveNotification.method,
      url: `/api/webhooks/yookassa${query}`,
      headers,
      remoteAddress: address,
      payload: { event: 'payment.succeeded', object: { id: objectId }, ...body },
    });
    const { rows } = await behindProxy.db.queryText('select from provider_notifications where object_id = $1', [
      objectId,
    ]);
    return { status: statusCode, isKept: rows.length > 0 };
  };
  const right = `?secret=${encodeURIComponent(secret)}`;

  test('a notification with the right secret is accepted from any address', async () => {
    expect(await notify(right, { address: '203.0.113.7' })).toEqual({ status: 200, isKept: true });
  });

  test.each<[string, string, Parameters<typeof notify>[1]?]>([
    ['no secret, from the provider’s own network', ''],
    ['an empty secret', '?secret='],
    ['a wrong secret', '?secret=another+secret+of+notifications'],
    ['the beginning of the secret', `?secret=${encodeURIComponent(secret.slice(0, -1))}`],
    ['the secret in other letters', `?secret=${encodeURIComponent(secret.toUpperCase())}`],
    ['a list of secrets', `${right}&secret=x`],
    ['a list of secrets in brackets', `?secret[]=x&secret[]=${encodeURIComponent(secret)}`],
    ['the secret under another name', `?Secret=${encodeURIComponent(secret)}`],
    ['the secret in a header', '', { headers: { 'x-secret': secret, authorization: `Bearer ${secret}` } }],
    ['the secret in the body', '', { body: { secret } }],
    ['an address that a proxy is said to serve', '', { address: '10.0.0.1', headers: disguise(1, '185.71.76.1') }],
  ])('a notification with %s answers 404', async (_what, query, options) => {
    expect(await notify(query, options)).toEqual({ status: 404, isKept: false });
  });
});
