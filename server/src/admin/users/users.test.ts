import * as contract from '@kazna/contract/admin/admin';
import { listAllAudit } from '@kazna/contract/admin/decisions';
import { refresh, signIn } from '@kazna/contract/cabinet/accounts';
import { getProfile } from '@kazna/contract/cabinet/profile';
import type { Endpoint } from '@kazna/contract/shared/endpoint';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { newOperator } from '../../../tests/support/operators.ts';
import { openCompany, type SignedIn, signedInPerson } from '../../../tests/support/organizations.ts';
import { createPerson, newPerson, signInPerson } from '../../../tests/support/people.ts';
import { switchSecondFactorOn } from '../../people/accounts/second-factor/store.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';

let app: TestApp;
let admin: SignedIn;
beforeAll(async () => {
  app = await startTestApp(inject('databaseUrl'));
  admin = await newOperator(app, 'admin');
});
afterAll(() => app.close());

const reason = 'Жалоба № 17';
const update = (userId: string, body: object, by = admin) =>
  app.call(contract.updateUser, { params: { userId }, body: { reason, ...body } as never }, { token: by.token });
const read = (userId: string) => app.call(contract.getUser, { params: { userId } }, { token: admin.token });
const list = async (query: object) =>
  (await app.call(contract.listUsers, { query } as never, { token: admin.token })).body;
const find = async (query: object) => (await list(query)).items.map(({ id }) => id);
const profileOf = ({ token }: SignedIn) => app.call(getProfile, {}, { token });
const tryToSignIn = ({ email, password }: SignedIn) => app.call(signIn, { body: { email, password } });

describe('a blocked person', () => {
  test('is signed out at once, cannot come back, and can once unblocked', async () => {
    const person = await signedInPerson(app);
    expect((await profileOf(person)).status).toBe(200);
    expect((await update(person.id, { status: 'blocked' })).body).toMatchObject({ status: 'blocked', liveSessions: 0 });
    expect(await profileOf(person)).toMatchObject({ status: 401, body: { code: 'session_ended' } });
    expect((await app.call(refresh, {}, { token: person.refreshToken })).status).toBe(401);
    expect(await tryToSignIn(person)).toMatchObject({ status: 403, body: { code: 'account_blocked' } });
    expect((await update(person.id, { status: 'active' })).body.status).toBe('active');
    expect((await profileOf(person)).status).toBe(401);
    expect((await tryToSignIn(person)).status).toBe(200);
  });

  test('who was an operator cannot act as one', async () => {
    const operator = await newOperator(app, 'finance');
    await update(operator.id, { status: 'blocked' });
    expect((await app.call(contract.listUsers, {}, { token: operator.token })).status).toBe(401);
  });
});

describe('nobody', () => {
  test.each<object>([{ status: 'blocked' }, { operatorRole: null }, { operatorRole: 'support' }])(
    'does %j to themselves',
    async (change) => {
      expect(await update(admin.id, change)).toMatchObject({ status: 409, body: { code: 'own_account' } });
      expect((await read(admin.id)).body).toMatchObject({ status: 'active', operatorRole: 'admin' });
    },
  );

  test.each<[object, object]>([
    [{ operatorRole: null }, { operatorRole: null }],
    [{ status: 'blocked' }, { status: 'blocked' }],
    [{ status: 'blocked' }, { operatorRole: 'finance' }],
  ])('is left without an admin when two do %j and %j to each other at once', async (one, other) => {
    await app.db.queryText('update users set operator_role = null');
    const [first, second] = [await newOperator(app, 'admin'), await newOperator(app, 'admin')];
    // Both have been let in by the time either may act.
    const answers = await app.db.transaction(async (tx) => {
      await tx.queryText("select pg_advisory_xact_lock(hashtext('operators'))");
      const calls = [update(second.id, one, first), update(first.id, other, second)];
      const waiting = "select from pg_locks where locktype = 'advisory' and not granted";
      while ((await tx.queryText(waiting)).rows.length < 2) await new Promise(setImmediate);
      return { calls: Promise.all(calls) };
    });
    const results = (await answers.calls).map(({ status, body }) => [status, body.code]).sort();
    const { rows } = await app.db.queryText("select from users where operator_role = 'admin' and status = 'active'");
    admin = await newOperator(app, 'admin');
    expect(results).toEqual([
      [200, undefined],
      [409, 'last_admin'],
    ]);
    expect(rows).toHaveLength(1);
  });

  test('is changed who is not there', async () => {
    expect((await update(uuidv7(), { status: 'blocked' })).status).toBe(404);
    expect((await read(uuidv7())).status).toBe(404);
  });
});

test('a granted role opens the admin area, and one taken away closes it', async () => {
  const person = await signedInPerson(app);
  const look = async () => (await app.call(contract.listUsers, {}, { token: person.token })).status;
  expect(await look()).toBe(404);
  await update(person.id, { operatorRole: 'support' });
  expect(await look()).toBe(200);
  await update(person.id, { operatorRole: null });
  expect(await look()).toBe(404);
});

/** As if the person had confirmed an application by its first code. */
async function switchOn(userId: string): Promise<void> {
  await app.db.transaction((tx) => switchSecondFactorOn(tx, userId, [Buffer.from('a recovery code')]));
  await app.db.queryText("update users set totp_secret = 'JBSWY3DPEHPK3PXP' where id = $1", [userId]);
}

describe("a person's second factor", () => {
  const disable = (userId: string, by: SignedIn) =>
    app.call(contract.disableUserSecondFactor, { params: { userId }, body: { reason } }, { token: by.token });

  test('is switched off by an admin, who names the reason, and the person is told by letter', async () => {
    const person = await signedInPerson(app);
    await switchOn(person.id);
    expect((await read(person.id)).body.hasSecondFactor).toBe(true);
    expect(await tryToSignIn(person)).toMatchObject({ status: 403, body: { code: 'totp_required' } });
    expect((await disable(person.id, admin)).status).toBe(204);
    expect((await read(person.id)).body.hasSecondFactor).toBe(false);
    expect((await tryToSignIn(person)).status).toBe(200);
    expect((await app.letter(person.email, 'Вход по коду выключен поддержкой')).text).toContain('смените пароль');
    const { rows } = await app.db.queryText('select from recovery_codes where user_id = $1', [person.id]);
    expect(rows).toEqual([]);
  });

  test('that is off already is neither logged nor written about', async () => {
    const person = await createPerson(app);
    expect((await disable(person.id, admin)).status).toBe(204);
    const { rows } = await app.db.queryText('select from audit_log where subject_user_id = $1', [person.id]);
    expect(rows).toEqual([]);
  });

  test('is not switched off by support, by finance or by its own admin without the password', async () => {
    const person = await createPerson(app);
    for (const role of ['support', 'finance'] as const) {
      expect((await disable(person.id, await newOperator(app, role))).status).toBe(403);
    }
    expect(await disable(admin.id, admin)).toMatchObject({ status: 409, body: { code: 'own_account' } });
    expect((await disable(uuidv7(), admin)).status).toBe(404);
  });
});

describe('every action', () => {
  const act = (endpoint: Endpoint, userId: string, body: object = { reason }) =>
    app.call(endpoint, { params: { userId }, body } as never, { token: admin.token });

  test('does what it says and is in the log with its reason, its actor and its subject', async () => {
    const actor = await newOperator(app, 'admin', 'Ольга Ильина');
    admin = actor;
    const person = await signedInPerson(app, 'Пётр Гусев');
    await act(contract.endUserSessions, person.id);
    expect((await profileOf(person)).status).toBe(401);
    await update(person.id, { status: 'blocked' });
    await update(person.id, { status: 'active' });
    await update(person.id, { operatorRole: 'support' });
    await switchOn(person.id);
    await act(contract.disableUserSecondFactor, person.id);

    const { body } = await app.call(listAllAudit, { query: { actorId: actor.id } }, { token: admin.token });
    expect(body.items.map(({ action }) => action).reverse()).toEqual([
      'user.sessions_ended',
      'user.blocked',
      'user.unblocked',
      'user.operator_role_changed',
      'user.second_factor_disabled',
    ]);
    for (const entry of body.items) {
      expect(entry).toMatchObject({ actorName: 'Ольга Ильина', details: { reason }, address: '127.0.0.1' });
    }
    expect(body.items.every(({ subject }) => subject === 'Пётр Гусев')).toBe(true);
    expect(body.items[1]?.details).toEqual({ role: 'support', reason });
  });

  test('without a reason is refused and changes nothing', async () => {
    const person = await signedInPerson(app);
    for (const given of [undefined, '', '  ', 'да']) {
      expect((await update(person.id, { status: 'blocked', reason: given })).status).toBe(400);
      expect((await act(contract.endUserSessions, person.id, { reason: given })).status).toBe(400);
      expect((await act(contract.disableUserSecondFactor, person.id, { reason: given })).status).toBe(400);
    }
    expect((await read(person.id)).body).toMatchObject({ status: 'active', liveSessions: 1 });
  });
});

describe('the list', () => {
  test('finds by the beginning of an address, by words of the name in any case, and by id; signs mean themselves', async () => {
    const unlike = await createPerson(app, { ...newPerson(), name: 'Яромир Щукин' });
    const odd = await createPerson(app, { ...newPerson(), email: 'od_d%y@example.ru', name: '100% верно' });
    expect(await find({ q: unlike.email.toUpperCase() })).toEqual([unlike.id]);
    expect(await find({ q: 'яРОМир щ' })).toEqual([unlike.id]);
    expect(await find({ q: unlike.id.toUpperCase() })).toEqual([unlike.id]);
    for (const q of ['щук', 'Щукин Яро']) expect(await find({ q })).toEqual([unlike.id]);
    for (const q of ['укин', 'Ярослав Щукин', 'яро щукин']) expect(await find({ q })).toEqual([]);
    for (const q of ['od_d%', '100%']) expect(await find({ q })).toEqual([odd.id]);
    for (const q of ['%', '_', 'od__', '\\']) expect(await find({ q })).toEqual([]);
  });

  test('filters by status and operator role', async () => {
    const name = 'Фильтр Отборов';
    const [plain, blocked] = [
      await createPerson(app, { ...newPerson(), name }),
      await createPerson(app, { ...newPerson(), name }),
    ];
    const operator = await newOperator(app, 'support', name);
    await update(blocked.id, { status: 'blocked' });
    const sorted = (ids: string[]) => ids.sort().reverse();
    expect(await find({ q: name, status: 'blocked' })).toEqual([blocked.id]);
    expect(await find({ q: name, operator: 'yes' })).toEqual([operator.id]);
    expect(await find({ q: name, status: 'active', operator: 'no' })).toEqual([plain.id]);
    expect(await find({ q: name })).toEqual(sorted([plain.id, blocked.id, operator.id]));
  });

  test('gives every person once over its pages, while more come', async () => {
    const before = await app.db.queryText('select id from users order by id desc');
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list({ limit: 3, ...(cursor && { cursor }) });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
      await createPerson(app);
    } while (cursor);
    expect(seen).toEqual(before.rows.map(({ id }) => id));
  });

  test.each([
    'ended_at = now()',
    "last_used_at = now() - interval '30 days 1 minute'",
    "created_at = now() - interval '180 days 1 minute'",
  ])('a session with %s is not counted among the living', async (change) => {
    const person = await signedInPerson(app);
    await app.db.queryText(`update sessions set ${change} where user_id = $1`, [person.id]);
    expect((await read(person.id)).body.liveSessions).toBe(0);
    await signInPerson(app, person);
    expect((await read(person.id)).body.liveSessions).toBe(1);
  });

  test('one person comes with their memberships', async () => {
    const person = await signedInPerson(app);
    const company = await openCompany(app, person);
    const { memberships, liveSessions } = (await read(person.id)).body;
    expect(liveSessions).toBe(1);
    expect(memberships).toContainEqual({
      organizationId: company.id,
      name: company.name,
      kind: 'company',
      role: 'owner',
    });
    expect(memberships).toHaveLength(2);
  });
});
