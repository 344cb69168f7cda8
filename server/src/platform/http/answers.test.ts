import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { signUp } from '@kazna/contract/cabinet/accounts';
import { problemSchema } from '@kazna/contract/shared/problems';
import { check } from '@kazna/contract/shared/validation';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { newPerson, signUpBody } from '../../../tests/support/people.ts';
import { makeWebFixture } from '../../../tests/support/web-fixture.ts';

let web: Awaited<ReturnType<typeof makeWebFixture>>;
let app: TestApp;
let port: number;
beforeAll(async () => {
  web = await makeWebFixture();
  app = await startTestApp(inject('databaseUrl'), {
    webDirectory: web.directory,
    env: { PUBLIC_URL: 'https://cabinet.example.ru' },
  });
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.app.server.address() as AddressInfo);
});
afterAll(async () => {
  await app.close();
  await web.remove();
});

/** The raw answer over a socket: no HTTP client corrects anything. */
async function exchange(text: string): Promise<{ status: number; headers: Record<string, string>; body: string }> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(text);
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const pairs = lines.map((line) => /^([^:]+): *(.*)$/.exec(line)?.slice(1) as [string, string]);
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(pairs), body };
}

const request = (line: string, headers: string[] = [], body = '') =>
  [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', body].join('\r\n');
const json = (body: string) => ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`];
const signIn = 'POST /api/auth/signin';
const huge = JSON.stringify({ email: 'a'.repeat(70_000) });

const problems: [what: string, status: number, code: string, text: string][] = [
  ['no token', 401, 'unauthorized', request('GET /api/profile')],
  ['an unknown path', 404, 'not_found', request('GET /api/nothing')],
  ['a wrong parameter of a path', 404, 'not_found', request('GET /api/info/documents/nothing')],
  ['malformed JSON', 400, 'malformed_request', request(signIn, json('{"email":'), '{"email":')],
  ['a prototype in JSON', 400, 'malformed_request', request(signIn, json('{"__proto__":{}}'), '{"__proto__":{}}')],
  ['JSON that is no object', 400, 'validation_failed', request(signIn, json('[1]'), '[1]')],
  ['no body', 400, 'validation_failed', request(signIn)],
  ['an empty JSON body', 400, 'validation_failed', request(signIn, json(''))],
  ['a body too large', 413, 'payload_too_large', request(signIn, json(huge), huge)],
  [
    'another type of body',
    415,
    'unsupported_media_type',
    request(signIn, ['Content-Type: text/xml', 'Content-Length: 3'], '<a>'),
  ],
  ['a malformed escape in the path', 400, 'malformed_request', request('GET /%zz')],
  ['a malformed escape under /api', 400, 'malformed_request', request('GET /api/info/documents/%E0%A4%A')],
  ['a parameter too long', 404, 'not_found', request(`GET /api/info/documents/${'a'.repeat(300)}`)],
  ['an expectation that nobody can meet', 401, 'unauthorized', request('GET /api/profile', ['Expect: miracles'])],
  ['what is not HTTP', 400, 'malformed_request', 'hello\r\n\r\n'],
  ['a header too large', 400, 'malformed_request', request('GET /', [`X-Large: ${'a'.repeat(40_000)}`])],
];

const expectedHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': expect.stringContaining('max-age='),
  'content-security-policy': expect.stringMatching(
    /^default-src 'none'; .*form-action 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'$/,
  ),
  'permissions-policy': expect.stringContaining('camera=()'),
};

describe.each(problems)('%s', (what, status, code, text) => {
  test(`${what} answers ${status} ${code} as a problem with the security headers`, async () => {
    const answer = await exchange(text);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject(expectedHeaders);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    const body = JSON.parse(answer.body);
    expect(check(problemSchema, body).errors).toBeUndefined();
    expect(body.code).toBe(code);
    expect(body.status).toBe(status);
  });
});

test.each(['/api/info', '/api/health/ready', '/api/openapi.json', '/', '/no/such/page', '/robots.txt', '/dev/mail'])(
  '%s answers 200 with the security headers and a request id',
  async (url) => {
    const answer = await exchange(request(`GET ${url}`));
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject(expectedHeaders);
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  },
);

test('over plain HTTP there is no HSTS header', async () => {
  const plain = await startTestApp(inject('databaseUrl'));
  try {
    const { headers } = await plain.app.inject('/api/info');
    expect(headers['strict-transport-security']).toBeUndefined();
  } finally {
    await plain.close();
  }
});

test('a validation problem lists each field', async () => {
  const { body } = await exchange(request(signIn, json('{}'), '{}'));
  expect(JSON.parse(body).errors).toEqual([
    { path: 'email', message: 'Пожалуйста, введите e-mail' },
    { path: 'password', message: 'Пожалуйста, введите пароль' },
  ]);
});

test.each(['40P01', '40001'])('a transaction aborted by SQLSTATE %s answers 503', async (state) => {
  await app.db.queryText(`
    create or replace function call_off() returns trigger language plpgsql as $$
    begin raise exception 'called off' using errcode = '${state}'; end $$`);
  await app.db.queryText(
    'create or replace trigger call_off before insert on registrations execute function call_off()',
  );
  const answer = await app.call(signUp, { body: signUpBody(newPerson()) });
  await app.db.queryText('drop trigger call_off on registrations');
  expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
});
