import { randomUUID } from 'node:crypto';
import { listAllAudit } from '@kazna/contract/admin/audit';
import { adjustBalance } from '@kazna/contract/admin/balance';
import * as contract from '@kazna/contract/admin/organizations';
import { refreshWithOrganization } from '@kazna/contract/cabinet/accounts';
import { listAudit } from '@kazna/contract/cabinet/audit';
import { getBalance, listEntries } from '@kazna/contract/cabinet/balance';
import { getDashboard } from '@kazna/contract/cabinet/dashboard';
import { inviteMember } from '@kazna/contract/cabinet/invitations';
import { updateOrganization } from '@kazna/contract/cabinet/organization-forms';
import { closeOrganization, getOrganization } from '@kazna/contract/cabinet/organizations';
import { createPayment, listPayments } from '@kazna/contract/cabinet/payments';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import {
  companyBody,
  newInn,
  openCompany,
  type SignedIn,
  signedInPerson,
} from '../../../tests/support/organizations.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { checkLedger } from '../../money/ledger/check-ledger.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';

let app: TestApp;
let admin: SignedIn;
let owner: SignedIn;
let organizationId: string;
beforeAll(async () => {
  app = await startTestApp(inject('databaseUrl'));
  admin = await newStaff(app, 'admin');
  owner = await signedInPerson(app);
});
beforeEach(async () => {
  organizationId = (await openCompany(app, owner)).id;
});
afterAll(() => app.close());

const reason = 'По письму от 3 марта';
const list = async (query: object) =>
  (await app.call(contract.listAllOrganizations, { query } as never, { token: admin.token })).body;
const find = async (query: object) => (await list(query)).items.map(({ id }) => id);
const setStatus = (status: string, id = organizationId, given: string | undefined = reason) =>
  app.call(
    contract.updateOrganizationAsStaff,
    { params: { organizationId: id }, body: { status, reason: given } as never },
    { token: admin.token },
  );
const adjust = (amountMinor: number, more: object = {}, key: string = randomUUID(), id = organizationId) =>
  app.call(
    adjustBalance,
    { params: { organizationId: id }, body: { amountMinor, currency: 'RUB', reason, ...more } },
    { token: admin.token, headers: { 'idempotency-key': key } },
  );
const params = () => ({ params: { organizationId } });
const balance = async () => (await app.call(getBalance, params(), { token: owner.token })).body.items;
const entries = async () =>
  (await app.call(listEntries, params(), { token: owner.token })).body.items.map(({ kind, amountMinor }) => [
    kind,
    amountMinor,
  ]);
const log = async () =>
  (
    await app.call(listAllAudit, { query: { organizationId, actorId: admin.id } }, { token: admin.token })
  ).body.items.map(({ action, details }) => [action, details]);

describe('list of organizations for staff', () => {
  test('the list of organizations finds by words of the name in any case, by the beginning of the ИНН, and by id', async () => {
    const inn = newInn();
    const { id } = await openCompany(app, owner, { ...companyBody(inn), name: 'ООО «Ёлочный базар» 5%' });
    for (const q of ['ЁЛОЧНЫЙ б', 'базар', '«ёлоч', 'ооо ёлочный']) expect(await find({ q })).toEqual([id]);
    expect(await find({ q: inn.slice(0, 9) })).toEqual([id]);
    expect(await find({ q: id.toUpperCase() })).toEqual([id]);
    expect(await find({ q: inn.slice(1) })).toEqual([]);
    for (const q of ['%', '_лочный', 'азар']) expect(await find({ q })).toEqual([]);
  });

  test('the list of organizations filters by status and kind', async () => {
    await setStatus('suspended');
    expect(await find({ status: 'suspended', kind: 'company' })).toContain(organizationId);
    expect(await find({ status: 'active', kind: 'company', limit: '100' })).not.toContain(organizationId);
    expect(await find({ kind: 'person', limit: '100' })).not.toContain(organizationId);
  });

  test('pages of the list of organizations neither repeat nor skip while more are opened', async () => {
    const before = await app.db.queryText('select id from organizations order by id desc');
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list({ limit: 2, ...(cursor && { cursor }) });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
      await openCompany(app, owner);
    } while (cursor);
    expect(seen).toEqual(before.rows.map(({ id }) => id));
  });
});

describe('a suspended organization', () => {
  const switchToIt = async () => {
    const wanted = { query: { organizationId } };
    return (await app.call(refreshWithOrganization, wanted, { token: owner.refreshToken })).body.accessToken;
  };

  test('a suspended organization is read-only until it is resumed', async () => {
    const token = await switchToIt();
    const change = async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const payment = { amountMinor: 10_000, currency: 'RUB' as const, method: 'card' as const };
      const invited = { email: `${randomUUID()}@example.ru`, role: 'member' as const };
      const answers = [
        await app.call(createPayment, { body: payment }, { token, headers }),
        await app.call(inviteMember, { ...params(), body: invited }, { token }),
        await app.call(updateOrganization, { ...params(), body: { name: 'ООО «Новое»' } }, { token }),
      ];
      return answers.map(({ status, body }) => body.code ?? status);
    };
    expect((await setStatus('suspended')).body.status).toBe('suspended');
    expect(await change()).toEqual(Array(3).fill('organization_suspended'));
    for (const endpoint of [getOrganization, getBalance, listEntries, getDashboard]) {
      expect((await app.call(endpoint, params(), { token })).status).toBe(200);
    }
    expect((await app.call(listPayments, {}, { token })).status).toBe(200);
    expect((await setStatus('active')).body.status).toBe('active');
    expect((await change()).slice(1)).toEqual([201, 200]);
    expect(await log()).toEqual([
      ['organization.resumed', { reason }],
      ['organization.suspended', { reason }],
    ]);
  });

  test('suspending a missing or closed organization answers 404, and without a reason is refused', async () => {
    expect((await setStatus('suspended', uuidv7())).status).toBe(404);
    expect((await setStatus('suspended', organizationId, ' ')).status).toBe(400);
    expect(await log()).toEqual([]);
    const { name } = companyBody();
    await app.call(closeOrganization, { ...params(), body: { name } }, { token: owner.token });
    for (const status of ['active', 'suspended']) expect((await setStatus(status)).status).toBe(404);
  });
});

describe('an adjustment', () => {
  test('an adjustment credits and debits by transfers that the owner sees, and is in the audit log with its reason', async () => {
    expect(await adjust(50_000)).toMatchObject({
      status: 201,
      body: { balances: [{ currency: 'RUB', amountMinor: 50_000 }] },
    });
    expect((await adjust(-20_050)).body.balances).toEqual([{ currency: 'RUB', amountMinor: 29_950, heldMinor: 0 }]);
    expect(await entries()).toEqual([
      ['adjustment', -20_050],
      ['adjustment', 50_000],
    ]);
    expect(await log()).toEqual([
      ['balance.adjusted', { amount: '-200.50', currency: 'RUB', reason }],
      ['balance.adjusted', { amount: '500.00', currency: 'RUB', reason }],
    ]);
    expect(await checkLedger(app.db)).toEqual([]);
  });

  test('an adjustment is in the organization’s log with its reason, without the member of staff and the address', async () => {
    await adjust(50_000);
    const { body } = await app.call(listAudit, params(), { token: owner.token });
    const entry = { actorName: 'Поддержка', address: null, details: { amount: '500.00', currency: 'RUB', reason } };
    expect(body.items[0]).toMatchObject({ action: 'balance.adjusted', ...entry });
    expect(body.items.at(-1)).toMatchObject({ action: 'organization.created', actorName: owner.name });
  });

  test('an adjustment is idempotent by key, one after another and 10 at once', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => adjust(7_000, {}, key)));
    answers.push(await adjust(7_000, {}, key));
    expect(answers.map(({ status }) => status)).toEqual(Array(11).fill(201));
    expect(await balance()).toEqual([{ currency: 'RUB', amountMinor: 7_000, heldMinor: 0 }]);
    expect(await log()).toHaveLength(1);
  });

  test.each<[string, number, object]>([
    ['another sum', 7_001, {}],
    ['the same sum the other way', -7_000, {}],
    ['the same sum in another currency', 7_000, { currency: 'USD' }],
    ['the same sum with another reason', 7_000, { reason: 'Другая причина' }],
  ])('an adjustment by a used key for %s is refused and changes nothing', async (_what, amountMinor, more) => {
    const key = randomUUID();
    await adjust(7_000, {}, key);
    expect(await adjust(amountMinor, more, key)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_conflict' },
    });
    expect(await balance()).toEqual([{ currency: 'RUB', amountMinor: 7_000, heldMinor: 0 }]);
    expect(await log()).toHaveLength(1);
  });

  test('adjustments never take the balance below zero, even 10 at once', async () => {
    expect(await adjust(-1)).toMatchObject({ status: 409, body: { code: 'insufficient_balance' } });
    await adjust(10_000);
    const answers = await Promise.all(Array.from({ length: 10 }, () => adjust(-3_000)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(await balance()).toEqual([{ currency: 'RUB', amountMinor: 1_000, heldMinor: 0 }]);
    expect(await log()).toHaveLength(4);
    expect(await checkLedger(app.db)).toEqual([]);
  });

  test.each<[string, object]>([
    ['reason', { reason: undefined }],
    ['reason', { reason: '  ' }],
    ['amountMinor', { amountMinor: 0 }],
    ['amountMinor', { amountMinor: 1.5 }],
    ['currency', { currency: 'XXX' }],
  ])('an adjustment with an invalid %s in %j is refused', async (path, more) => {
    const { status, body } = await adjust(5_000, more);
    expect([status, body.errors?.map((error) => error.path)]).toEqual([400, [path]]);
    expect([await balance(), await log()]).toEqual([[], []]);
  });

  test('an adjustment of a missing organization is refused', async () => {
    expect((await adjust(5_000, {}, randomUUID(), uuidv7())).status).toBe(404);
  });
});
