import { describe, expect, test } from 'vitest';
import { endpoints } from './endpoints.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { problemBody, problemSchema, problems } from './shared/problems.ts';
import { check } from './shared/validation.ts';

const all: [string, Endpoint][] = Object.entries(endpoints);

describe.each(all)('%s', (_name, endpoint) => {
  test('an endpoint has an access rule', () => {
    const { access } = endpoint;
    if (typeof access === 'string')
      expect(['public', 'refresh', 'eitherToken', 'signedIn', 'recentlyProved']).toContain(access);
    else if ('staff' in access) expect(access.staff).toMatch(/^admin\./);
    else
      expect({ ...access }).toEqual({
        organization: expect.any(String),
        of: expect.stringMatching(/^(path|session)$/),
      });
  });

  test('an endpoint has a schema for each path parameter and no other', () => {
    const named = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(endpoint.params?.def.shape ?? {}).toSorted()).toEqual(named.toSorted());
    const { access } = endpoint;
    if (typeof access === 'object' && 'of' in access && access.of === 'path') expect(named).toContain('organizationId');
  });

  test('an endpoint has a body or file if and only if its status does', () => {
    const bodies = [endpoint.answer, endpoint.file].filter((it) => it !== undefined);
    expect(bodies).toHaveLength(endpoint.status === 204 || endpoint.status === 303 ? 0 : 1);
    if (endpoint.method === 'GET') expect(endpoint.body).toBeUndefined();
  });
});

test('no two endpoints share a method and a path', () => {
  const places = all.map(([, { method, path }]) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`);
  expect(new Set(places).size).toBe(places.length);
});

test('the eight account and session endpoints have the paths of the specification', () => {
  const places = all.map(([, { method, path }]) => `${method} ${path}`);
  expect(places).toEqual(
    expect.arrayContaining([
      'POST /api/auth/signup',
      'GET /api/auth/verify',
      'POST /api/auth/signin',
      'POST /api/auth/forgot-password',
      'POST /api/auth/reset-password',
      'POST /api/auth/logout',
      'GET /api/auth/refresh',
      'POST /api/auth/refresh-with-organization',
    ]),
  );
});

test.each(Object.entries(problems))(
  'the problem %s has an error status and Russian texts',
  (code, [status, title, detail]) => {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(title).toMatch(/[а-яё]/);
    expect(detail).toMatch(/^[А-ЯЁ].*\.$/);
    expect(detail).not.toContain('!');
    expect(check(problemSchema, problemBody(code as keyof typeof problems)).errors).toBeUndefined();
  },
);
