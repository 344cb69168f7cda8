import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { assetText, inlineScript, makeWebFixture, pageScript } from '../../../tests/support/web-fixture.ts';

let web: Awaited<ReturnType<typeof makeWebFixture>>;
let app: TestApp;
beforeAll(async () => {
  web = await makeWebFixture();
  app = await startTestApp(inject('databaseUrl'), { webDirectory: web.directory });
});
afterAll(async () => {
  await app.close();
  await web.remove();
});

const asset = '/assets/main-abc123.js';
const get = (url: string, headers: Record<string, string> = {}) => app.app.inject({ url, headers });
const decoders = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };

describe.each([
  ['a file', asset, assetText],
  ['the page', '/', inlineScript],
])('%s', (_what, url, content) => {
  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br;q=0.5', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.0, gzip;q=0.001', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['identity', 'identity'],
    ['', 'identity'],
    ['brotli-like, xgzip', 'identity'],
  ] as const)('Accept-Encoding «%s» is answered with %s', async (accepted, expected) => {
    const response = await get(url, { 'accept-encoding': accepted });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-encoding'] ?? 'identity').toBe(expected);
    expect(response.headers.vary).toBe('accept-encoding');
    expect(decoders[expected](response.rawPayload).toString()).toContain(content);
  });
});

describe('caching of web files', () => {
  test('hashed files are cached forever, other files and the page are revalidated', async () => {
    expect((await get(asset)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get('/robots.txt')).headers['cache-control']).toBe('no-cache');
    expect((await get('/')).headers['cache-control']).toBe('no-cache');
  });

  test('a matching ETag answers 304', async () => {
    const { headers } = await get(asset);
    const again = await get(asset, { 'if-none-match': String(headers.etag) });
    expect(again).toMatchObject({ statusCode: 304, body: '' });
    expect((await get(asset, { 'if-none-match': '"another"' })).statusCode).toBe(200);
  });
});

describe('CSP of the page', () => {
  const policyOf = async () => {
    const { headers, body } = await get('/');
    return { policy: String(headers['content-security-policy']), body };
  };

  test('the CSP allows the hashed inline script only, and no other hosts', async () => {
    const { policy } = await policyOf();
    const hash = createHash('sha256').update(inlineScript).digest('base64');
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'self' 'sha256-${hash}'`,
      expect.stringMatching(/^style-src 'self' 'nonce-[^']+'$/),
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
  });

  test("the CSP has the page's nonce, a new one each time", async () => {
    const [first, second] = [await policyOf(), await policyOf()];
    const nonces = [first, second].map(({ policy }) => /'nonce-([\w+/=]{20,})'/.exec(policy)?.[1] ?? '');
    expect(nonces[0]).not.toBe(nonces[1]);
    expect(first.body).toContain(`nonce="${nonces[0]}"`);
    expect(first.body).not.toContain('__CSP_NONCE__');
  });
});

describe('pages with HTML of their own', () => {
  test.each([
    ['/payments/1', '0.html'],
    ['/payments/1/', '0.html'],
    ['/payments/1?mode=register', '0.html'],
    ['/payments/create', '1.html'],
    ['/payments/create/?amount=1', '1.html'],
    ['/auth', '2.html'],
    ['/auth/?mode=signin', '2.html'],
    ['/auth?referrerCode=mode=register', '2.html'],
    ['/auth?referrerCode=1&mode=register', '3.html'],
  ])('the page %s is answered with the HTML built for it, and its script is allowed', async (url, file) => {
    const { headers, body } = await get(url);
    expect(body).toContain(pageScript(file));
    expect(body).not.toContain('__CSP_NONCE__');
    const hash = createHash('sha256').update(pageScript(file)).digest('base64');
    expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`);
  });

  test.each(['/', '/payments', '/payments/1/2', '/auth/recovery', '/pages/0.html', '/pages.json'])(
    '%s is answered with the common HTML',
    async (url) => {
      const { headers, body } = await get(url);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(body).not.toContain('globalThis.page');
    },
  );
});

describe('paths of the web', () => {
  test.each(['/', '/auth', '/payments/success?paymentId=1', '/no/such/page', '/index.html', '/application'])(
    '%s serves the page',
    async (url) => {
      const response = await get(url);
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(response.body).toContain(inlineScript);
    },
  );

  test.each(['/assets/gone-123.js', '/assets/', '/api', '/api/nothing', '/api/nothing?x=/', '/dev/nothing'])(
    '%s answers 404 as a problem, not the page',
    async (url) => {
      const response = await get(url);
      expect(response.statusCode).toBe(404);
      expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
      expect(response.json().code).toBe('not_found');
    },
  );

  test('POST to a page answers 404', async () => {
    expect((await app.app.inject({ method: 'POST', url: '/auth' })).statusCode).toBe(404);
  });

  test.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
    '/..%5csecret.txt',
    '/assets/..%00/secret.txt',
    '/.hidden.txt',
    '//etc/passwd',
  ])('the address %s serves no file', async (url) => {
    const { body } = await get(url);
    expect(body).not.toContain('secret');
    expect(body).not.toContain('root:');
  });

  test('HEAD of a web file answers as GET', async () => {
    for (const url of [asset, '/', '/auth']) {
      const head = await app.app.inject({ method: 'HEAD', url });
      expect(head.statusCode).toBe(200);
      expect(head.headers['content-type']).toBe((await get(url)).headers['content-type']);
    }
  });
});

test('every page names the providers of sign-in, as data that ends no attribute', async () => {
  for (const path of ['/', '/auth', '/auth?mode=register', '/payments/create']) {
    const { body } = await get(path, { 'accept-encoding': 'identity' });
    expect(body).toContain(
      '<meta name="external-sign-in" content="[[&#34;sandbox&#34;,&#34;Тестовый ID&#34;]]"></head>',
    );
  }
  const evil = {
    OIDC_ISSUER: 'https://id.test',
    OIDC_CLIENT_ID: 'a',
    OIDC_CLIENT_SECRET: 'b',
    OIDC_NAME: '"><script>',
  };
  const other = await startTestApp(inject('databaseUrl'), { webDirectory: web.directory, env: evil, isIdle: true });
  const { body } = await other.app.inject({ url: '/auth' });
  await other.close();
  expect(body).not.toContain('"><script>');
  expect(body).toContain('&#62;&#60;script&#62;');
});
