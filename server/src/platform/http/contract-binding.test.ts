import { endpoints } from '@kazna/contract/endpoints';
import type { Endpoint } from '@kazna/contract/shared/endpoint';
import { operatorEndpoints } from '@kazna/contract/v1/endpoints';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import pino from 'pino';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { TestApp } from '../../../tests/support/app.ts';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { uuidv7 } from '../db/uuid.ts';
import { createApi } from './api.ts';
import { createHttpServer } from './server.ts';

const app = appForThisFile();
let routes: string[];
beforeAll(async () => {
  routes = routesOf(app);
});

function routesOf({ app: { printRoutes } }: TestApp): string[] {
  const found: string[] = [];
  const parts: string[] = [];
  for (const line of printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', segment = '', methods] = /^([\s│]*)[├└]── (\S*?)(?: \((.+)\))?$/.exec(line) ?? [];
    if (!segment && !methods) continue;
    parts.length = indent.length / 4;
    parts.push(segment);
    for (const method of methods?.split(', ') ?? []) found.push(`${method} ${parts.join('')}`);
  }
  return found.filter((route) => !/^(HEAD|OPTIONS) /.test(route));
}

test.each([
  ['/api', endpoints],
  ['/v1', operatorEndpoints],
])(
  'every endpoint of the contract under %s has a handler, and nothing else lies there but its document',
  (root, all) => {
    const declared = Object.values(all).map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`);
    const found = routes.filter((route) => route.split(' ')[1]?.startsWith(`${root}/`));
    expect(found.toSorted()).toEqual([...declared, `GET ${root}/openapi.json`].toSorted());
  },
);

describe('missing access rules', () => {
  test('an endpoint without an access rule stops the start', () => {
    const api = createApi(createHttpServer({ log: pino({ level: 'silent' }), trustedProxies: [], isHttps: false }), {
      authorize: async () => ({ caller: null, rows: [] }),
      checkAnswers: true,
    });
    const open = { method: 'GET', path: '/api/open', summary: '', status: 204 } as unknown as Endpoint;
    expect(() => api.on(open, async () => undefined as never)).toThrow('GET /api/open declares no access rule');
  });
});

/** The admin area answers 404 to visitors; admin/access.test.ts covers it. */
const guarded = (Object.entries(endpoints) as [string, Endpoint][]).filter(
  ([, { access, path }]) => access !== 'public' && !path.startsWith('/api/admin/'),
);

test.each(guarded)('%s answers 401 without a token before it validates the input', async (_name, endpoint) => {
  const names = Object.keys(endpoint.params?.def.shape ?? {});
  const answer = await app.call(endpoint, {
    params: Object.fromEntries(names.map((name) => [name, uuidv7()])) as never,
  });
  expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
});

describe('OpenAPI', () => {
  const read = async (url = '/api/openapi.json') => (await app.app.inject(url)).body;

  test('the OpenAPI document is built once', async () => {
    await read();
    const build = vi.spyOn(JSON, 'stringify');
    await read();
    const built = build.mock.calls.filter(([value]) => (value as { openapi?: string } | null)?.openapi !== undefined);
    build.mockRestore();
    expect(built).toEqual([]);
  });

  test.each(['/api/openapi.json', '/v1/openapi.json'])('the OpenAPI document %s passes a linter', async (url) => {
    // Rules that do not apply: localhost as a server, and redirects without 2XX.
    const rules = { 'no-server-example.com': 'off', 'operation-2xx-response': 'off' } as const;
    const config = await createConfig({ extends: ['recommended'], rules });
    const problems = await lintFromString({ source: await read(url), config, absoluteRef: 'openapi.json' });
    expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual(
      [],
    );
  });

  test('the OpenAPI document describes each endpoint once with security and problems', async () => {
    const { paths } = JSON.parse(await read());
    for (const [operationId, { method, path, access, status }] of Object.entries(endpoints) as [string, Endpoint][]) {
      const operation = paths[path][method.toLowerCase()];
      expect(operation.operationId).toBe(operationId);
      expect(operation.security.length).toBe(access === 'public' ? 0 : access === 'eitherToken' ? 2 : 1);
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining([String(status), '429', '500', '503']));
    }
  });

  test('the OpenAPI document lists the problem codes of each status', async () => {
    const { get, post } = JSON.parse(await read()).paths['/api/payments'];
    const codes = (operation: typeof get, status: number) =>
      operation.responses[status].content['application/problem+json'].schema.allOf[1].properties.code.enum;
    expect(codes(get, 403)).toEqual(['forbidden']);
    expect(codes(post, 403)).toEqual(['forbidden', 'view_is_read_only', 'organization_suspended']);
    expect(codes(post, 422)).toEqual(['idempotency_conflict']);
  });
});
