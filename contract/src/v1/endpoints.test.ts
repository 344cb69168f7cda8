import { describe, expect, test } from 'vitest';
import { endpoints } from '../endpoints.ts';
import { operatorProblemBody, operatorProblemSchema, operatorProblems } from '../shared/operator-problems.ts';
import { scopes } from '../shared/scopes.ts';
import { check } from '../shared/validation.ts';
import { operatorEndpoints } from './endpoints.ts';
import { describeInEnglish } from './validation.ts';

const all = Object.entries(operatorEndpoints);
const russian = /[а-яё]/i;

describe.each(all)('%s', (name, endpoint) => {
  test(`${name} of the operator API lies under /v1 and needs a scope`, () => {
    expect(endpoint.path).toMatch(/^\/v1\//);
    expect(scopes).toContain((endpoint.access as { key: string }).key);
  });

  test(`${name} of the operator API needs an idempotency key if and only if it is a POST without ids of its own`, () => {
    const names = Object.keys(endpoint.headers?.def.shape ?? {});
    const needsKey = endpoint.method === 'POST' && name !== 'sendUsage';
    expect(names).toEqual(needsKey ? ['idempotency-key'] : []);
  });

  test(`${name} of the operator API has a schema for each path parameter`, () => {
    const named = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    expect(Object.keys(endpoint.params?.def.shape ?? {}).toSorted()).toEqual(named.toSorted());
  });

  test.each([undefined, null, '', -1, 1e300, [], {}, { amountMinor: -1, limit: 0, name: '<', organizationId: 'x' }])(
    `${name} of the operator API explains %j in English`,
    (input) => {
      for (const schema of [endpoint.body, endpoint.query, endpoint.headers]) {
        const errors = schema ? (check(schema, input, describeInEnglish).errors ?? []) : [];
        expect(errors.filter(({ message }) => russian.test(message))).toEqual([]);
      }
    },
  );
});

test('no endpoint of the operator API shares a method and a path with another', () => {
  const places = [...all, ...Object.entries(endpoints)].map(([, { method, path }]) => `${method} ${path}`);
  expect(new Set(places).size).toBe(places.length);
});

test.each(Object.entries(operatorProblems))('the problem %s of the operator API has English texts', (code, texts) => {
  const [status, title, detail] = texts;
  expect(status).toBeGreaterThanOrEqual(400);
  expect(`${title}${detail}`).not.toMatch(russian);
  expect(detail).toMatch(/^[A-Z`].*\.$/);
  const body = operatorProblemBody(code as keyof typeof operatorProblems);
  expect(check(operatorProblemSchema, body).errors).toBeUndefined();
});
