import * as accounts from '@kazna/contract/cabinet/accounts';
import { getProfile } from '@kazna/contract/cabinet/profile';
import { refreshGraceMs } from '@kazna/contract/cabinet/session-timing';
import { describe, expect, test } from 'vitest';
import { appForThisFile } from '../../../../tests/support/app-for-file.ts';
import { jobContext } from '../../../../tests/support/job-context.ts';
import { createOrganization, createPerson, signInPerson, tokenIn } from '../../../../tests/support/people.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import { accountCleanup, accountJobs } from '../jobs.ts';
import { findSession } from './callers-store.ts';

const app = appForThisFile();

const open = async () => {
  const person = await createPerson(app);
  return { person, tokens: await signInPerson(app, person) };
};
const refresh = (token: string) => app.call(accounts.refresh, {}, { token });
const profile = (token: string) => app.call(getProfile, {}, { token });
const moveSessions = (userId: string, change: string) =>
  app.db.queryText(`update sessions set ${change} where user_id = $1`, [userId]);
const ended = { status: 401, body: { code: 'session_ended' } };

describe('rotation of refresh tokens', () => {
  test('a refresh replaces the refresh token, and the new one works', async () => {
    const { tokens } = await open();
    const first = await refresh(tokens.refreshToken);
    expect(first.status).toBe(200);
    expect(first.body.refreshToken).not.toBe(tokens.refreshToken);
    expect(await refresh(first.body.refreshToken)).toMatchObject({ status: 200 });
    expect(await profile(first.body.accessToken)).toMatchObject({ status: 200 });
  });

  test('20 concurrent refreshes with one token get the same pair', async () => {
    const { tokens } = await open();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(tokens.refreshToken)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ body }) => body.refreshToken)).size).toBe(1);
  });

  test('a refresh whose answer was lost does not sign out: the previous token gets the same pair until that pair is used', async () => {
    const { person, tokens } = await open();
    const lost = await refresh(tokens.refreshToken);
    await moveSessions(person.id, "rotated_at = rotated_at - interval '2 days'");
    const again = await refresh(tokens.refreshToken);
    expect(again).toMatchObject({ status: 200, body: { refreshToken: lost.body.refreshToken } });
    expect(await profile(again.body.accessToken)).toMatchObject({ status: 200 });
    expect(await refresh(again.body.refreshToken)).toMatchObject({ status: 200 });
  });

  test('an access token of the pair before does not count as a use of the new pair', async () => {
    const { person, tokens } = await open();
    await refresh(tokens.refreshToken);
    expect(await profile(tokens.accessToken)).toMatchObject({ status: 200 });
    await moveSessions(person.id, `confirmed_at = confirmed_at - interval '${refreshGraceMs + 1000} milliseconds'`);
    expect(await refresh(tokens.refreshToken)).toMatchObject({ status: 200 });
  });

  test('a stolen refresh token ends the session when its owner refreshes', async () => {
    const { person, tokens } = await open();
    const stolen = await refresh(tokens.refreshToken);
    expect(await profile(stolen.body.accessToken)).toMatchObject({ status: 200 });
    await moveSessions(person.id, `confirmed_at = confirmed_at - interval '${refreshGraceMs + 1000} milliseconds'`);
    expect(await refresh(tokens.refreshToken)).toMatchObject(ended);
    expect(await profile(stolen.body.accessToken)).toMatchObject(ended);
    expect(await refresh(stolen.body.refreshToken)).toMatchObject(ended);
  });

  test('the previous refresh token ends the session after the grace period', async () => {
    const { person, tokens } = await open();
    const child = await refresh(tokens.refreshToken);
    await profile(child.body.accessToken);
    await moveSessions(person.id, `confirmed_at = confirmed_at - interval '${refreshGraceMs + 1000} milliseconds'`);
    expect(await refresh(tokens.refreshToken)).toMatchObject(ended);
    expect(await profile(child.body.accessToken)).toMatchObject(ended);
    expect(await refresh(child.body.refreshToken)).toMatchObject(ended);
  });

  test('a second tab that refreshes within the grace period gets the same pair', async () => {
    const { person, tokens } = await open();
    const child = await refresh(tokens.refreshToken);
    await profile(child.body.accessToken);
    await moveSessions(person.id, `confirmed_at = confirmed_at - interval '${refreshGraceMs / 2} milliseconds'`);
    expect((await refresh(tokens.refreshToken)).body.refreshToken).toBe(child.body.refreshToken);
  });

  test('a refresh token older than the previous one ends the session even within the grace period', async () => {
    const { tokens } = await open();
    const second = await refresh(tokens.refreshToken);
    const third = await refresh(second.body.refreshToken);
    expect(await refresh(tokens.refreshToken)).toMatchObject(ended);
    expect(await profile(third.body.accessToken)).toMatchObject(ended);
    expect(await refresh(third.body.refreshToken)).toMatchObject(ended);
  });

  test('a switch of organization rotates tokens, and the previous token gets the same pair', async () => {
    const { tokens } = await open();
    const switched = await app.call(accounts.refreshWithOrganization, {}, { token: tokens.refreshToken });
    expect(switched.status).toBe(200);
    expect((await refresh(tokens.refreshToken)).body.refreshToken).toBe(switched.body.refreshToken);
  });

  test('a switch whose answer was lost can be retried with the same token', async () => {
    const { person, tokens } = await open();
    const organizationId = await createOrganization(app, person.id);
    const wanted = { query: { organizationId } };
    const lost = await refresh(tokens.refreshToken);
    const switched = await app.call(accounts.refreshWithOrganization, wanted, { token: tokens.refreshToken });
    expect(switched).toMatchObject({ status: 200, body: { refreshToken: lost.body.refreshToken } });
    expect((await profile(switched.body.accessToken)).body.activeOrganizationId).toBe(organizationId);
  });

  const activeOf = async (token: string) => (await profile(token)).body.activeOrganizationId;
  const switchTo = (organizationId: string, token: string) =>
    app.call(accounts.refreshWithOrganization, { query: { organizationId } }, { token });

  test('a switch by the access token returns an access token alone, and the refresh token follows', async () => {
    const { person, tokens } = await open();
    const organizationId = await createOrganization(app, person.id);
    const { status, body } = await switchTo(organizationId, tokens.accessToken);
    expect({ status, fields: Object.keys(body) }).toEqual({ status: 200, fields: ['accessToken'] });
    expect(await activeOf(body.accessToken)).toBe(organizationId);
    const next = await refresh(tokens.refreshToken);
    expect(next.status).toBe(200);
    expect(await activeOf(next.body.accessToken)).toBe(organizationId);
  });

  test('another tab’s access token acts in the organization that the session was switched to', async () => {
    const { person, tokens } = await open();
    const organizationId = await createOrganization(app, person.id);
    await switchTo(organizationId, tokens.accessToken);
    expect(await activeOf(tokens.accessToken)).toBe(organizationId);
  });

  test('a switch by the access token of the pair before does not count as a use of the new pair', async () => {
    const { person, tokens } = await open();
    const organizationId = await createOrganization(app, person.id);
    const lost = await refresh(tokens.refreshToken);
    const { body } = await switchTo(organizationId, tokens.accessToken);
    expect(await activeOf(body.accessToken)).toBe(organizationId);
    await moveSessions(person.id, `confirmed_at = confirmed_at - interval '${refreshGraceMs + 1000} milliseconds'`);
    const again = await refresh(tokens.refreshToken);
    expect(again).toMatchObject({ status: 200, body: { refreshToken: lost.body.refreshToken } });
    expect(await activeOf(again.body.accessToken)).toBe(organizationId);
  });

  test('a refresh and a switch by the access token at the same moment both hold', async () => {
    const { person, tokens } = await open();
    for (let turn = 0, pair = tokens; turn < 5; turn += 1) {
      const organizationId = await createOrganization(app, person.id);
      const [next, switched] = await Promise.all([
        refresh(pair.refreshToken),
        switchTo(organizationId, pair.accessToken),
      ]);
      expect([next.status, switched.status]).toEqual([200, 200]);
      expect(await activeOf(next.body.accessToken)).toBe(organizationId);
      pair = next.body;
    }
  });

  test('a switch by the access token of an ended session is refused', async () => {
    const { tokens } = await open();
    await app.call(accounts.signOut, {}, { token: tokens.accessToken });
    expect(await app.call(accounts.refreshWithOrganization, {}, { token: tokens.accessToken })).toMatchObject(ended);
  });

  test('a switch with an old refresh token ends the session', async () => {
    const { tokens } = await open();
    const second = await refresh(tokens.refreshToken);
    const third = await refresh(second.body.refreshToken);
    const switched = await app.call(accounts.refreshWithOrganization, {}, { token: tokens.refreshToken });
    expect(switched).toMatchObject(ended);
    expect(await profile(third.body.accessToken)).toMatchObject(ended);
  });

  test('a malformed refresh token is refused and ends nothing', async () => {
    const { tokens } = await open();
    for (const token of ['x', tokens.accessToken, `${tokens.refreshToken}A`, 'A'.repeat(64)]) {
      expect(await refresh(token)).toMatchObject(ended);
    }
    expect(await profile(tokens.accessToken)).toMatchObject({ status: 200 });
  });
});

describe('ended sessions', () => {
  test('sign-out refuses the access token at the next call and leaves other sessions alone', async () => {
    const { person, tokens } = await open();
    const other = await signInPerson(app, person);
    await app.call(accounts.signOut, {}, { token: tokens.accessToken });
    expect(await profile(tokens.accessToken)).toMatchObject(ended);
    expect(await profile(other.accessToken)).toMatchObject({ status: 200 });
  });

  test('a block refuses the access tokens of every session at the next call', async () => {
    const { person, tokens } = await open();
    await app.db.queryText("update users set status = 'blocked' where id = $1", [person.id]);
    expect(await profile(tokens.accessToken)).toMatchObject(ended);
    expect(await refresh(tokens.refreshToken)).toMatchObject(ended);
  });

  test('a session expires after 30 days without use', async () => {
    const { person, tokens } = await open();
    await moveSessions(person.id, "last_used_at = now() - interval '29 days 23 hours'");
    expect(await profile(tokens.accessToken)).toMatchObject({ status: 200 });
    await moveSessions(person.id, "last_used_at = now() - interval '30 days 1 minute'");
    expect(await profile(tokens.accessToken)).toMatchObject(ended);
    expect(await refresh(tokens.refreshToken)).toMatchObject(ended);
  });

  test('a session expires after 180 days however much it is used', async () => {
    const { person, tokens } = await open();
    await moveSessions(person.id, "created_at = now() - interval '179 days 23 hours'");
    const child = await refresh(tokens.refreshToken);
    expect(child.status).toBe(200);
    await moveSessions(person.id, "created_at = now() - interval '180 days 1 minute'");
    expect(await profile(child.body.accessToken)).toMatchObject(ended);
    expect(await refresh(child.body.refreshToken)).toMatchObject(ended);
  });

  test('a reset ends all sessions, including sign-ins with the old password that were under way', async () => {
    const { person, tokens } = await open();
    await app.call(accounts.forgotPassword, { body: { email: person.email } });
    const letter = await app.letter(person.email, 'Восстановление пароля');
    const body = { token: tokenIn(letter.text), password: 'совсем другой пароль' };
    const signIn = () =>
      app.call(accounts.signIn, { body: { email: person.email, password: person.password } }, { address: '10.9.0.1' });
    // Hashing is queued, so sign-ins that read the old hash finish after the reset.
    const [reset, ...signIns] = await Promise.all([
      app.call(accounts.resetPassword, { body }),
      ...Array.from({ length: 8 }, signIn),
    ]);
    expect(reset.status).toBe(204);
    expect(await profile(tokens.accessToken)).toMatchObject(ended);
    for (const { status, body: pair } of signIns) {
      if (status === 200) expect(await profile(pair.accessToken)).toMatchObject(ended);
      else expect(status).toBe(401);
    }
  });
});

describe('several processes', () => {
  test('a session opened in one process is known, refreshed and ended in another', async () => {
    const twin = await app.startSecondProcess();
    try {
      const { tokens } = await open();
      expect(await twin.call(getProfile, {}, { token: tokens.accessToken })).toMatchObject({ status: 200 });
      const child = await twin.call(accounts.refresh, {}, { token: tokens.refreshToken });
      expect(await refresh(tokens.refreshToken)).toMatchObject({ body: { refreshToken: child.body.refreshToken } });
      await twin.call(accounts.signOut, {}, { token: child.body.accessToken });
      expect(await profile(child.body.accessToken)).toMatchObject(ended);
    } finally {
      await twin.close();
    }
  });
});

test('a session is deleted a year after its last use; the last one of a person stays without device and address', async () => {
  const person = await createPerson(app);
  const sessionOf = async (age: string) => {
    await signInPerson(app, person);
    const { rows } = await app.db.queryText(
      `update sessions set last_used_at = now() - $2::interval where user_id = $1 and last_used_at > now() - interval '1 hour'
       returning id`,
      [person.id, age],
    );
    return rows[0]?.id;
  };
  const left = async () => {
    await cleanup?.run({} as never, jobContext);
    const { rows } = await app.db.queryText(
      'select id, device, host(address) as address from sessions where user_id = $1 order by last_used_at',
      [person.id],
    );
    return rows;
  };
  const context = { db: app.db, mailer: null as never, publicUrl: '', supportEmail: '' };
  const cleanup = accountJobs(context).find(({ name }) => name === accountCleanup.name);
  await sessionOf('2 years');
  const lastOfAll = await sessionOf('1 year 1 day');
  expect(await left()).toEqual([{ id: lastOfAll, device: null, address: null }]);
  const young = await sessionOf('364 days');
  expect(await left()).toEqual([{ id: young, device: 'Chrome, Linux', address: '127.0.0.1' }]);
});

test('sessions that are looked up at once are found each as alone, and one that has ended is not among them', async () => {
  const people = [await open(), await open(), await open(), await open()];
  const ids: string[] = [];
  for (const { person } of people) {
    const { rows } = await app.db.queryText('select id from sessions where user_id = $1', [person.id]);
    ids.push(rows[0]?.id as string);
  }
  await app.db.queryText("update users set operator_role = 'support' where id = $1", [people[1]?.person.id]);
  await moveSessions(people[2]?.person.id as string, 'organization_id = null');
  const lookUp = (id: string) => findSession(app.db, id);
  const alone: unknown[] = [];
  for (const id of ids) alone.push(await lookUp(id));
  const order = [0, 3, 1, 2, 1, 3, 0, 2, uuidv7()].map((one) => (typeof one === 'number' ? (ids[one] as string) : one));
  const wanted = order.map((id) => (ids.includes(id) ? alone[ids.indexOf(id)] : null));
  expect(await Promise.all(order.map(lookUp))).toEqual(wanted);
  expect(new Set(alone.map((one) => JSON.stringify(one))).size).toBe(4);
  // What is asked after the end is not answered by a look-up that had begun before it.
  const under = order.map(lookUp);
  await app.db.queryText('delete from sessions where id = $1', [ids[0]]);
  const after = order.map(lookUp);
  await Promise.all(under);
  expect(await Promise.all(after)).toEqual(order.map((id, place) => (id === ids[0] ? null : wanted[place])));
});
