import { listUsers } from '@kazna/contract/admin/admin';
import { endpoints } from '@kazna/contract/endpoints';
import type { Endpoint } from '@kazna/contract/shared/endpoint';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { newOperator } from '../../tests/support/operators.ts';
import { openCompany, type SignedIn, signedInPerson } from '../../tests/support/organizations.ts';
import { uuidv7 } from '../platform/db/uuid.ts';

const names = Object.keys(endpoints).filter((name) => endpoints[name]?.path.startsWith('/api/admin/'));

let app: TestApp;
let plain: SignedIn;
let params: Record<string, string>;
beforeAll(async () => {
  app = await startTestApp(inject('databaseUrl'));
  plain = await signedInPerson(app);
  const { id: organizationId } = await openCompany(app, plain);
  params = {
    userId: plain.id,
    organizationId,
    paymentId: uuidv7(),
    refundId: uuidv7(),
    name: 'account-news',
    jobId: uuidv7(),
  };
});
afterAll(() => app.close());

/** With ids that are there and an empty body: whoever is let in reads, or is told what is missing. */
const call = async (endpoint: Endpoint, token = '', ids = params) => {
  const { status, body } = await app.call(endpoint, { params: ids } as never, { token });
  return { status, body };
};
const missingPath = async (method: Endpoint['method'], token: string) => {
  const response = await app.app.inject({
    method,
    url: '/api/admin/nothing-here',
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.statusCode, body: response.json() };
};

test('the admin area is what operators alone may call', () => {
  const forOperators = Object.keys(endpoints).filter((name) => {
    const { access } = endpoints[name] as Endpoint;
    return typeof access === 'object' && 'operator' in access;
  });
  expect(forOperators.toSorted()).toEqual(names.toSorted());
});

test.each(names)('%s is, to a visitor and a plain user, a path that does not exist', async (name) => {
  const endpoint = endpoints[name] as Endpoint;
  const missing = await missingPath(endpoint.method, plain.token);
  expect(missing.status).toBe(404);
  expect(await call(endpoint)).toEqual(missing);
  expect(await call(endpoint, plain.token)).toEqual(missing);
  const nonsense = Object.fromEntries(Object.keys(params).map((key) => [key, 'nonsense']));
  expect(await call(endpoint, plain.token, nonsense)).toEqual(missing);
});

test('a token that has run out is said so, or an operator could not get a new one', async () => {
  expect(await call(listUsers, 'nonsense')).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
});

test('a role that is taken away closes the door at the very next call', async () => {
  const operator = await newOperator(app, 'admin');
  expect((await call(listUsers, operator.token)).status).toBe(200);
  await app.db.queryText('update users set operator_role = null where id = $1', [operator.id]);
  expect(await call(listUsers, operator.token)).toEqual(await missingPath('GET', operator.token));
});
