import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { appForThisFile } from '../support/app-for-file.ts';
import { type SignedIn, signedInPerson } from '../support/organizations.ts';
import { exchange, request } from './raw-http.ts';

const app = appForThisFile();
let port: number;
let victim: SignedIn;
beforeAll(async () => {
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.app.server.address() as AddressInfo);
  victim = await signedInPerson(app);
});

/** The smuggled request, with a valid session: it must never be answered. */
const hidden = () => request('GET /api/profile', [`Authorization: Bearer ${victim.token}`]);
const live = request('GET /api/health/live');
const statuses = async (text: string) => (await exchange(port, text)).map(({ status }) => status);

afterEach(async () => {
  expect(await statuses(live)).toEqual([200]);
});

test('two pipelined requests get two answers', async () => {
  const first = 'GET /api/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const answers = await exchange(port, first + hidden());
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[1]?.body).toContain(victim.email);
});

describe('request smuggling', () => {
  /** A sign-in with the given headers and the smuggled request after its body. */
  const post = (headers: string[], body: string) =>
    ['POST /api/auth/signin HTTP/1.1', 'Host: localhost', 'Content-Type: application/json', ...headers, '', body].join(
      '\r\n',
    );

  test.each<[string, string[]]>([
    ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
    ['chunks and a length', ['Transfer-Encoding: chunked', 'Content-Length: 5']],
    ['two lengths', ['Content-Length: 5', 'Content-Length: 500']],
    ['the same length twice', ['Content-Length: 5', 'Content-Length: 5']],
    ['a list of lengths', ['Content-Length: 5, 500']],
    ['a length with a sign', ['Content-Length: +5']],
    ['a length below zero', ['Content-Length: -5']],
    ['a length in another system', ['Content-Length: 0x5']],
    ['a length with a word', ['Content-Length: 5 bytes']],
    ['a length that no number holds', ['Content-Length: 99999999999999999999999']],
    ['an empty length', ['Content-Length:']],
    ['a space before the colon', ['Content-Length : 5']],
    ['a space before the colon of the encoding', ['Transfer-Encoding : chunked']],
    ['an encoding that goes on after chunks', ['Transfer-Encoding: chunked, identity']],
    ['an encoding that nobody knows', ['Transfer-Encoding: xchunked']],
    ['an encoding on a second line', ['Transfer-Encoding:\r\n chunked', 'Content-Length: 5']],
    ['two encodings', ['Transfer-Encoding: identity', 'Transfer-Encoding: chunked', 'Content-Length: 5']],
    ['an encoding behind a vertical tab', ['Transfer-Encoding: \x0bchunked', 'Content-Length: 5']],
    ['a NUL in a name', ['Content-Length\0: 5']],
  ])('a request smuggled by %s is refused and never answered', async (_what, headers) => {
    const answered = await statuses(post(headers, `0\r\n\r\n${hidden()}`));
    expect(answered).toEqual([400]);
  });

  test.each<[string, string]>([
    ['a size that is no number', 'zz\r\n{}\r\n0\r\n\r\n'],
    ['a size below zero', '-1\r\n{}\r\n0\r\n\r\n'],
    ['a size with 0x', '0x2\r\n{}\r\n0\r\n\r\n'],
    ['a size that no number holds', 'fffffffffffffffff\r\n{}\r\n0\r\n\r\n'],
    ['a chunk longer than it says', '1\r\n{}\r\n0\r\n\r\n'],
    ['no size at all', '\r\n{}\r\n0\r\n\r\n'],
    ['a line feed alone after the size', '2\n{}\r\n0\r\n\r\n'],
    ['a line feed alone after the chunk', '2\r\n{}\n0\r\n\r\n'],
  ])('a smuggled request behind chunks with %s is never answered', async (_what, chunks) => {
    const answered = await statuses(post(['Transfer-Encoding: chunked'], chunks + hidden()));
    expect(answered).toEqual([400]);
  });

  test('trailers after the chunks are ignored', async () => {
    const text = [
      'POST /api/auth/logout HTTP/1.1',
      'Host: localhost',
      'Connection: close',
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
      'Trailer: Authorization',
      '',
      `0\r\nAuthorization: Bearer ${victim.token}\r\n\r\n`,
    ].join('\r\n');
    expect(await statuses(text)).toEqual([401]);
  });
});

test('a body of a GET is read to its end and never answered as a request', async () => {
  const inside = hidden();
  const head = `GET /api/health/live HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
  const answers = await exchange(port, `${head}Content-Length: ${inside.length}\r\n\r\n${inside}${live}`);
  expect(answers.map(({ body }) => body).join()).not.toContain(victim.email);
  expect(answers.length).toBeLessThanOrEqual(2);
});

describe('ambiguous line ends', () => {
  const authorization = () => `Authorization: Bearer ${victim.token}`;
  const ask = (...lines: string[]) =>
    ['GET /api/profile HTTP/1.1', 'Host: localhost', 'Connection: close', ...lines, '', ''].join('\r\n');
  test.each<[string, () => string]>([
    ['a line that goes on with the next', () => ask('X-Note: a', ` ${authorization()}`)],
    ['a first line that goes on with the next', () => ask().replace('\r\n', `\r\n ${authorization()}\r\n`)],
    ['a carriage return alone', () => ask(`X-Note: a\r${authorization()}`)],
    ['a line feed alone', () => ask(`X-Note: a\n${authorization()}`)],
    ['line feeds everywhere', () => ask(authorization()).replaceAll('\r', '')],
    ['a NUL', () => ask('X-Note: a\0', authorization())],
    ['a space in a name', () => ask('X Note: a', authorization())],
    ['no host', () => ask(authorization()).replace('Host: localhost\r\n', '')],
    ['a first line that breaks off', () => `GET /api/profile\r\n${authorization()}\r\n\r\n`],
    ['a version of HTTP that is not ours', () => ask(authorization()).replace('HTTP/1.1', 'HTTP/3.0')],
  ])('a request with %s is refused and hides no header', async (_what, text) => {
    expect(await statuses(text())).toEqual([400]);
  });
});

describe('the server is no proxy', () => {
  test.each(['http://evil.example', 'http://localhost@evil.example', 'https://evil.example:443'])(
    'a request target in absolute form, of %s, is served as our own path',
    async (origin) => {
      const [answer, ...more] = await exchange(port, request(`GET ${origin}/api/health/live`));
      expect([answer?.status, answer?.body, more]).toEqual([200, '{"status":"ok"}', []]);
      expect(await statuses(request(`GET ${origin}/api/profile`))).toEqual([401]);
    },
  );

  test.each(['GET //evil.example/api/health/live', 'OPTIONS *', 'TRACE /api/health/live', 'PROPFIND /api/health/live'])(
    '%s is not proxied',
    async (line) => {
      const [answer, ...more] = await exchange(port, request(line));
      expect(more).toEqual([]);
      expect([400, 404]).toContain(answer?.status);
      expect(answer?.body).not.toContain('evil.example');
    },
  );

  test('the server does not answer CONNECT', async () => {
    expect(await statuses('CONNECT 127.0.0.1:1 HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\r\n')).toEqual([]);
  });
});

test('two Host headers are refused, even equal ones', async () => {
  const twice = (second: string) =>
    ['GET /api/health/live HTTP/1.1', 'Host: localhost', `hOST: ${second}`, 'Connection: close', '', ''].join('\r\n');
  expect(await statuses(twice('evil.example'))).toEqual([400]);
  expect(await statuses(twice('localhost'))).toEqual([400]);
});

test('a connection ends with the answer to an upgrade that is not made, so that what follows keeps nobody waiting', async () => {
  const upgrade =
    'GET /api/health/live HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n';
  const [answer, ...more] = await exchange(port, upgrade);
  expect([answer?.status, answer?.headers, more]).toEqual([200, expect.arrayContaining([['connection', 'close']]), []]);
});
