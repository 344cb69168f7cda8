import { signIn, signOut } from '@kazna/contract/cabinet/accounts';
import * as contract from '@kazna/contract/cabinet/external-sign-in';
import { removePasskey } from '@kazna/contract/cabinet/passkeys';
import { changePassword, getProfile } from '@kazna/contract/cabinet/profile';
import { expect, test } from 'vitest';
import { appForThisFile } from '../../../../tests/support/app-for-file.ts';
import { departToLink, finish, register, visit } from '../../../../tests/support/external-visits.ts';
import { issuerForThisFile } from '../../../../tests/support/oidc-issuer.ts';
import { signedInPerson } from '../../../../tests/support/organizations.ts';
import { plantPasskey } from '../../../../tests/support/passkeys.ts';
import { createPerson, signInPerson } from '../../../../tests/support/people.ts';
import { confirmSessions } from '../../../../tests/support/staff.ts';

const { externalProviders, newcomer } = issuerForThisFile();
const app = appForThisFile({ externalProviders });

async function link(token: string) {
  const cookie = await visit(app, await departToLink(app, token));
  return app.call(contract.finishExternalLink, {}, { token, headers: { cookie } });
}
const listed = async (token: string) => (await app.call(contract.listExternalLinks, {}, { token })).body.items;
const unlink = (token: string, linkId: string) =>
  app.call(contract.removeExternalLink, { params: { linkId } }, { token });

async function withoutPassword() {
  newcomer();
  const { body } = await register(app, await visit(app), {});
  const { accessToken: token } = body as { accessToken: string };
  const { id, email } = (await app.call(getProfile, {}, { token })).body;
  return { id, email, token };
}

test('a person links a provider, signs in by it, and unlinks it, with a letter each time', async () => {
  const person = await createPerson(app);
  const { accessToken: token } = await signInPerson(app, person);
  const { email } = newcomer();
  expect(await link(token)).toMatchObject({ status: 200, body: { name: 'Ромашка ID', label: email } });
  await app.letter(person.email, 'Привязан внешний вход');
  const entered = await finish(app, await visit(app));
  expect(entered.body).toMatchObject({ step: 'signedIn' });
  const [first] = await listed(token);
  expect(first?.lastUsedAt).not.toBeNull();
  expect((await unlink(token, first?.id ?? '')).status).toBe(204);
  await app.letter(person.email, 'Внешний вход отвязан');
  expect((await finish(app, await visit(app))).body).toMatchObject({ step: 'register' });
});

test('a link is made only for the session that asked for it', async () => {
  const person = await createPerson(app);
  const { accessToken: token } = await signInPerson(app, person);
  const stranger = await signedInPerson(app, 'Ольга');
  newcomer();
  const cookie = await visit(app, await departToLink(app, token));
  expect((await finish(app, cookie)).body).toEqual({ step: 'link' });
  expect((await register(app, cookie, {})).body.code).toBe('external_visit_expired');
  const other = (await signInPerson(app, person)).accessToken;
  for (const wrong of [stranger.token, other]) {
    const answer = await app.call(contract.finishExternalLink, {}, { token: wrong, headers: { cookie } });
    expect(answer.body.code).toBe('external_visit_expired');
  }
  expect(await listed(token)).toEqual([]);
});

test('a visit to a provider for a sign-in makes no link', async () => {
  const { token } = await signedInPerson(app, 'Ольга');
  newcomer();
  const cookie = await visit(app);
  const answer = await app.call(contract.finishExternalLink, {}, { token, headers: { cookie } });
  expect(answer.body.code).toBe('external_visit_expired');
});

test('a provider’s subject that is linked to another account stays there', async () => {
  newcomer();
  await register(app, await visit(app), {});
  const { token } = await signedInPerson(app, 'Ольга');
  expect((await link(token)).body.code).toBe('external_linked_elsewhere');
  expect(await listed(token)).toEqual([]);
});

test('linking a provider again changes nothing and sends no letter', async () => {
  const { token } = await signedInPerson(app, 'Ольга');
  newcomer();
  const first = await link(token);
  expect((await link(token)).body.id).toBe(first.body.id);
  expect(await listed(token)).toHaveLength(1);
});

test('another person’s link to a provider answers as a missing one', async () => {
  const { token } = await signedInPerson(app, 'Ольга');
  newcomer();
  await link(token);
  const [mine] = await listed(token);
  const stranger = await signedInPerson(app, 'Пётр');
  expect((await unlink(stranger.token, mine?.id ?? '')).status).toBe(404);
  expect(await listed(token)).toHaveLength(1);
});

test('the last way to sign in is not removed: a provider without a password, then a passkey without a provider', async () => {
  const { id, token } = await withoutPassword();
  const [only] = await listed(token);
  expect((await unlink(token, only?.id ?? '')).body.code).toBe('last_way_in');
  const passkeyId = await plantPasskey(app, id);
  expect((await unlink(token, only?.id ?? '')).status).toBe(204);
  const removal = await app.call(removePasskey, { params: { passkeyId } }, { token });
  expect(removal.body.code).toBe('last_way_in');
});

test('an account without a password gets its first one by a recent sign-in, and a second one not that way', async () => {
  const { email, id, token } = await withoutPassword();
  const set = (newPassword: string) => app.call(contract.setFirstPassword, { body: { newPassword } }, { token });
  const currentPassword = 'none';
  const changed = await app.call(
    changePassword,
    { body: { currentPassword, newPassword: 'новые слова подряд' } },
    { token },
  );
  expect(changed.body).toMatchObject({ code: 'wrong_password', detail: expect.stringContaining('нет пароля') });
  await app.db.queryText("update sessions set created_at = now() - interval '1 hour' where user_id = $1", [id]);
  expect((await set('новые слова подряд')).body.code).toBe('confirmation_required');
  await confirmSessions(app, id);
  expect((await set('новые слова подряд')).status).toBe(204);
  await app.letter(email, 'Пароль изменён');
  expect((await app.call(signIn, { body: { email, password: 'новые слова подряд' } })).status).toBe(200);
  expect((await set('ещё одни слова')).body.code).toBe('password_exists');
});

test('linking and unlinking need a recent sign-in', async () => {
  const { id, token } = await signedInPerson(app, 'Ольга');
  newcomer();
  await link(token);
  const [mine] = await listed(token);
  await app.db.queryText("update sessions set created_at = now() - interval '1 hour' where user_id = $1", [id]);
  const started = await app.call(contract.startExternalLink, { body: { provider: 'oidc' } }, { token });
  expect(started.body.code).toBe('confirmation_required');
  expect((await unlink(token, mine?.id ?? '')).body.code).toBe('confirmation_required');
});

test('of two removals at once of the last two ways in one is refused, and the other way stays', async () => {
  for (const isPasskey of [false, true]) {
    const { id, token } = await withoutPassword();
    const [first] = await listed(token);
    newcomer();
    const passkeyId = isPasskey ? await plantPasskey(app, id) : (await link(token)).body.id;
    const answers = await Promise.all([
      unlink(token, first?.id ?? ''),
      isPasskey
        ? app.call(removePasskey, { params: { passkeyId } }, { token })
        : app.call(contract.removeExternalLink, { params: { linkId: passkeyId } }, { token }),
    ]);
    expect(answers.filter(({ body }) => body?.code === 'last_way_in')).toHaveLength(1);
    const left =
      'select (select count(*) from passkeys where user_id = $1) + (select count(*) from external_identities where user_id = $1) as left';
    expect((await app.db.queryText(left, [id])).rows).toEqual([{ left: '1' }]);
  }
});

test('a link to a provider that is no longer configured is no way in, and may be removed beside another', async () => {
  const { id, token } = await withoutPassword();
  const given = `insert into external_identities (id, user_id, provider, issuer, subject, label)
    values (gen_random_uuid(), $1, 'vk', 'https://id.vk.ru', gen_random_uuid(), 'Мария') returning id`;
  const [vk] = (await app.db.queryText(given, [id])).rows as { id: string }[];
  const live = (await listed(token)).find(({ provider }) => provider === 'oidc');
  expect((await unlink(token, live?.id ?? '')).body.code).toBe('last_way_in');
  const passkeyId = await plantPasskey(app, id);
  expect((await unlink(token, live?.id ?? '')).status).toBe(204);
  const removal = await app.call(removePasskey, { params: { passkeyId } }, { token });
  expect(removal.body.code).toBe('last_way_in');
  expect((await unlink(token, vk?.id ?? '')).status).toBe(204);
});

test('a provider’s subject that two people link at once becomes one person’s, and the other gets an error', async () => {
  const people = [await signedInPerson(app, 'Ольга'), await signedInPerson(app, 'Пётр')];
  newcomer();
  const cookies: string[] = [];
  for (const { token } of people) cookies.push(await visit(app, await departToLink(app, token)));
  const answers = await Promise.all(
    people.map(({ token }, at) =>
      app.call(contract.finishExternalLink, {}, { token, headers: { cookie: cookies[at] ?? '' } }),
    ),
  );
  expect(answers.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([200, 'external_linked_elsewhere']);
  const links = await Promise.all(people.map(({ token }) => listed(token)));
  expect(links.flat()).toHaveLength(1);
});

test('a session that ended while its browser was at the provider links nothing', async () => {
  const person = await createPerson(app);
  const { accessToken: token } = await signInPerson(app, person);
  const { accessToken: other } = await signInPerson(app, person);
  newcomer();
  const cookie = await visit(app, await departToLink(app, token));
  await app.call(signOut, {}, { token });
  for (const late of [token, other]) {
    const answer = await app.call(contract.finishExternalLink, {}, { token: late, headers: { cookie } });
    expect(answer.body.code).toBe(late === token ? 'session_ended' : 'external_visit_expired');
  }
  expect(await listed(other)).toEqual([]);
});
