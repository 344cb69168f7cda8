import { listAllAudit } from '@kazna/contract/admin/audit';
import * as contract from '@kazna/contract/admin/users';
import { refresh, signIn } from '@kazna/contract/cabinet/accounts';
import { getProfile } from '@kazna/contract/cabinet/profile';
import type { Endpoint } from '@kazna/contract/shared/endpoint';
import { beforeAll, describe, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { openCompany, type SignedIn, signedInPerson } from '../../../tests/support/organizations.ts';
import { createPerson, newPerson, signInPerson } from '../../../tests/support/people.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { switchSecondFactorOn } from '../../people/accounts/store.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';

const app = appForThisFile();
let admin: SignedIn;
beforeAll(async () => {
  admin = await newStaff(app, 'admin');
});

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
  test('a blocked person is signed out at once and signs in again once unblocked', async () => {
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

  test('a blocked member of staff cannot use the admin area', async () => {
    const staff = await newStaff(app, 'finance');
    await update(staff.id, { status: 'blocked' });
    expect((await app.call(contract.listUsers, {}, { token: staff.token })).status).toBe(401);
  });
});

describe('protection of admins', () => {
  test.each<object>([{ status: 'blocked' }, { operatorRole: null }, { operatorRole: 'support' }])(
    'an admin cannot do %j to themselves',
    async (change) => {
      expect(await update(admin.id, change)).toMatchObject({ status: 409, body: { code: 'own_account' } });
      expect((await read(admin.id)).body).toMatchObject({ status: 'active', operatorRole: 'admin' });
    },
  );

  test.each<[object, object]>([
    [{ operatorRole: null }, { operatorRole: null }],
    [{ status: 'blocked' }, { status: 'blocked' }],
    [{ status: 'blocked' }, { operatorRole: 'finance' }],
  ])('two admins who do %j and %j to each other at once leave one admin', async (one, other) => {
    await app.db.queryText('update users set operator_role = null');
    const [first, second] = [await newStaff(app, 'admin'), await newStaff(app, 'admin')];
    // Both calls have passed the access check before either acts.
    const answers = await app.db.transaction(async (tx) => {
      await tx.queryText("select pg_advisory_xact_lock(hashtext('operators'))");
      const calls = [update(second.id, one, first), update(first.id, other, second)];
      // Other test files wait for locks in other databases of the same server.
      const here = '(select oid from pg_database where datname = current_database())';
      const waiting = `select from pg_locks where locktype = 'advisory' and not granted and database = ${here}`;
      while ((await tx.queryText(waiting)).rows.length < 2) await new Promise(setImmediate);
      return { calls: Promise.all(calls) };
    });
    const results = (await answers.calls).map(({ status, body }) => [status, body.code]).sort();
    const { rows } = await app.db.queryText("select from users where operator_role = 'admin' and status = 'active'");
    admin = await newStaff(app, 'admin');
    expect(results).toEqual([
      [200, undefined],
      [409, 'last_admin'],
    ]);
    expect(rows).toHaveLength(1);
  });

  test('updating or reading a missing user answers 404', async () => {
    expect((await update(uuidv7(), { status: 'blocked' })).status).toBe(404);
    expect((await read(uuidv7())).status).toBe(404);
  });
});

test('a granted staff role opens the admin area, and a revoked one closes it', async () => {
  const person = await signedInPerson(app);
  const look = async () => (await app.call(contract.listUsers, {}, { token: person.token })).status;
  expect(await look()).toBe(404);
  await update(person.id, { operatorRole: 'support' });
  expect(await look()).toBe(200);
  await update(person.id, { operatorRole: null });
  expect(await look()).toBe(404);
});

async function switchOn(userId: string): Promise<void> {
  await app.db.transaction((tx) => switchSecondFactorOn(tx, userId, [Buffer.from('a recovery code')]));
  await app.db.queryText("update users set totp_secret = 'JBSWY3DPEHPK3PXP' where id = $1", [userId]);
}

describe("a person's second factor", () => {
  const disable = (userId: string, by: SignedIn) =>
    app.call(contract.disableUserSecondFactor, { params: { userId }, body: { reason } }, { token: by.token });

  test("an admin disables a person's second factor with a reason, and the person gets an e-mail", async () => {
    const person = await signedInPerson(app);
    await switchOn(person.id);
    expect((await read(person.id)).body.hasSecondFactor).toBe(true);
    expect(await tryToSignIn(person)).toMatchObject({ status: 403, body: { code: 'totp_required' } });
    expect((await disable(person.id, admin)).status).toBe(204);
    expect((await read(person.id)).body.hasSecondFactor).toBe(false);
    expect((await tryToSignIn(person)).status).toBe(200);
    expect((await app.letter(person.email, 'Двухфакторная защита выключена поддержкой')).text).toContain(
      'смените пароль',
    );
    const { rows } = await app.db.queryText('select from recovery_codes where user_id = $1', [person.id]);
    expect(rows).toEqual([]);
  });

  test('disabling a second factor that is off is neither logged nor e-mailed', async () => {
    const person = await createPerson(app);
    expect((await disable(person.id, admin)).status).toBe(204);
    const { rows } = await app.db.queryText('select from audit_log where subject_user_id = $1', [person.id]);
    expect(rows).toEqual([]);
  });

  test('support, finance and an admin without their password cannot disable a second factor', async () => {
    const person = await createPerson(app);
    for (const role of ['support', 'finance'] as const) {
      expect((await disable(person.id, await newStaff(app, role))).status).toBe(403);
    }
    expect(await disable(admin.id, admin)).toMatchObject({ status: 409, body: { code: 'own_account' } });
    expect((await disable(uuidv7(), admin)).status).toBe(404);
  });
});

describe('audit of staff actions', () => {
  const act = (endpoint: Endpoint, userId: string, body: object = { reason }) =>
    app.call(endpoint, { params: { userId }, body } as never, { token: admin.token });

  test('every staff action on a user takes effect and is in the audit log with reason, actor and subject', async () => {
    const actor = await newStaff(app, 'admin', 'Ольга Ильина');
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
    expect(body.items[1]?.details).toEqual({ from: 'none', to: 'support', reason });
  });

  test('a staff action without a reason is refused and changes nothing', async () => {
    const person = await signedInPerson(app);
    for (const given of [undefined, '', '  ', 'да']) {
      expect((await update(person.id, { status: 'blocked', reason: given })).status).toBe(400);
      expect((await act(contract.endUserSessions, person.id, { reason: given })).status).toBe(400);
      expect((await act(contract.disableUserSecondFactor, person.id, { reason: given })).status).toBe(400);
    }
    expect((await read(person.id)).body).toMatchObject({ status: 'active', liveSessions: 1 });
  });
});

describe('list of users', () => {
  test('the list of users finds by the beginning of the e-mail, by words of the name and by id, without wildcards', async () => {
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

  test('the list of users filters by status and staff role', async () => {
    const name = 'Фильтр Отборов';
    const [plain, blocked] = [
      await createPerson(app, { ...newPerson(), name }),
      await createPerson(app, { ...newPerson(), name }),
    ];
    const staff = await newStaff(app, 'support', name);
    await update(blocked.id, { status: 'blocked' });
    const sorted = (ids: string[]) => ids.sort().reverse();
    expect(await find({ q: name, status: 'blocked' })).toEqual([blocked.id]);
    expect(await find({ q: name, operator: 'yes' })).toEqual([staff.id]);
    expect(await find({ q: name, status: 'active', operator: 'no' })).toEqual([plain.id]);
    expect(await find({ q: name })).toEqual(sorted([plain.id, blocked.id, staff.id]));
  });

  test('pages of the list of users neither repeat nor skip while more register', async () => {
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
  ])('a session with %s is not counted as live', async (change) => {
    const person = await signedInPerson(app);
    await app.db.queryText(`update sessions set ${change} where user_id = $1`, [person.id]);
    expect((await read(person.id)).body.liveSessions).toBe(0);
    await signInPerson(app, person);
    expect((await read(person.id)).body.liveSessions).toBe(1);
  });

  test('the details of a user include memberships', async () => {
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
