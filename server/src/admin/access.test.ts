import { listUsers } from '@kazna/contract/admin';
import type { Endpoint } from '@kazna/contract/endpoint';
import { endpoints } from '@kazna/contract/endpoints';
import type { OperatorRole } from '@kazna/contract/permissions';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { uuidv7 } from '../db/uuid.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { newOperator } from '../testing/operators.ts';
import { openCompany, type SignedIn, signedInPerson } from '../testing/organizations.ts';

const all: OperatorRole[] = ['support', 'finance', 'admin'];
const money: OperatorRole[] = ['finance', 'admin'];
const manage: OperatorRole[] = ['admin'];

/** Written down here once more, so that a slip in the contract does not open a door by itself. */
const allowed: Record<string, OperatorRole[]> = {
  getOverview: all,
  listUsers: all,
  getUser: all,
  updateUser: manage,
  endUserSessions: manage,
  resendUserVerification: manage,
  listAllOrganizations: all,
  getAnyOrganization: all,
  updateAnyOrganization: manage,
  adjustBalance: money,
  listAnyEntries: all,
  listAllPayments: all,
  resolvePayment: money,
  refundAnyPayment: money,
  listSilentRefunds: all,
  resolveRefund: money,
  listAllAudit: all,
  listFailedJobs: all,
  retryJob: manage,
};

let app: TestApp;
let plain: SignedIn;
let params: Record<string, string>;
const operators = {} as Record<OperatorRole, SignedIn>;
beforeAll(async () => {
  app = await startTestApp(inject('databaseUrl'));
  plain = await signedInPerson(app);
  for (const role of all) operators[role] = await newOperator(app, role);
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

test('every endpoint of the admin area stands in the table, and none besides', () => {
  const names = Object.keys(endpoints).filter((name) => endpoints[name]?.path.startsWith('/api/admin/'));
  expect(names.sort()).toEqual(Object.keys(allowed).sort());
  const forOperators = Object.keys(endpoints).filter((name) => {
    const { access } = endpoints[name] as Endpoint;
    return typeof access === 'object' && 'operator' in access;
  });
  expect(forOperators.sort()).toEqual(names);
});

test.each(Object.entries(allowed))('%s answers %j alone', async (name, roles) => {
  const endpoint = endpoints[name] as Endpoint;
  for (const role of all) {
    const { status, body } = await call(endpoint, operators[role].token);
    const expected = endpoint.method === 'GET' ? 200 : 400;
    expect([role, status]).toEqual([role, roles.includes(role) ? expected : 403]);
    if (status === 403) expect(body).toMatchObject({ code: 'forbidden' });
  }
});

test.each(Object.keys(allowed))('%s is, to a visitor and a plain user, a path that does not exist', async (name) => {
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
