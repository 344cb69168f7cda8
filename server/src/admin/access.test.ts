import { listUsers } from '@kazna/contract/admin/users';
import { endpoints } from '@kazna/contract/endpoints';
import type { Endpoint } from '@kazna/contract/shared/endpoint';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import { openCompany, type SignedIn, signedInPerson } from '../../tests/support/organizations.ts';
import { newStaff } from '../../tests/support/staff.ts';
import { uuidv7 } from '../platform/db/uuid.ts';

const names = Object.keys(endpoints).filter((name) => endpoints[name]?.path.startsWith('/api/admin/'));

const app = appForThisFile();
let plain: SignedIn;
let params: Record<string, string>;
beforeAll(async () => {
  plain = await signedInPerson(app);
  const { id: organizationId } = await openCompany(app, plain);
  params = {
    userId: plain.id,
    organizationId,
    paymentId: uuidv7(),
    refundId: uuidv7(),
    name: 'account-news',
    jobId: uuidv7(),
    keyId: uuidv7(),
  };
});

/** With existing ids and an empty body: an allowed caller gets an answer or a validation problem. */
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

test('only staff may call the endpoints of the admin area', () => {
  const forStaff = Object.keys(endpoints).filter((name) => {
    const { access } = endpoints[name] as Endpoint;
    return typeof access === 'object' && 'staff' in access;
  });
  expect(forStaff.toSorted()).toEqual(names.toSorted());
});

test.each(names)('%s answers 404 to a visitor and to a person who is not staff', async (name) => {
  const endpoint = endpoints[name] as Endpoint;
  const missing = await missingPath(endpoint.method, plain.token);
  expect(missing.status).toBe(404);
  expect(await call(endpoint)).toEqual(missing);
  expect(await call(endpoint, plain.token)).toEqual(missing);
  const nonsense = Object.fromEntries(Object.keys(params).map((key) => [key, 'nonsense']));
  expect(await call(endpoint, plain.token, nonsense)).toEqual(missing);
});

test('an expired token in the admin area answers token_expired, so that staff can refresh it', async () => {
  expect(await call(listUsers, 'nonsense')).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
});

test('a revoked staff role refuses the very next call', async () => {
  const staff = await newStaff(app, 'admin');
  expect((await call(listUsers, staff.token)).status).toBe(200);
  await app.db.queryText('update users set operator_role = null where id = $1', [staff.id]);
  expect(await call(listUsers, staff.token)).toEqual(await missingPath('GET', staff.token));
});
