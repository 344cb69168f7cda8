import { updateUser } from '@kazna/contract/admin/users';
import { forgotPassword, resetPassword } from '@kazna/contract/cabinet/accounts';
import { finishExternalLink } from '@kazna/contract/cabinet/external-sign-in';
import { addPasskey, getPasskeyOptions } from '@kazna/contract/cabinet/passkeys';
import { deleteProfile } from '@kazna/contract/cabinet/profile';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { SoftwarePasskey } from '../../../tests/support/authenticator.ts';
import { departToLink, visit } from '../../../tests/support/external-visits.ts';
import { issuerForThisFile } from '../../../tests/support/oidc-issuer.ts';
import { type SignedIn, signedInPerson, untilDoneOrBlocked } from '../../../tests/support/organizations.ts';
import { testOrigin } from '../../../tests/support/passkeys.ts';
import { tokenIn } from '../../../tests/support/people.ts';
import { newStaff } from '../../../tests/support/staff.ts';

const { externalProviders, newcomer } = issuerForThisFile();
const app = appForThisFile({ externalProviders });
let admin: { token: string };
beforeAll(async () => {
  admin = await newStaff(app, 'admin');
});

type Call = () => Promise<{ status: number }>;

/** Everything up to the call that stores it. */
const additions: Record<string, (person: SignedIn) => Promise<Call>> = {
  'a passkey': async ({ token }) => {
    const { body: options } = await app.call(getPasskeyOptions, {}, { token });
    const credential = new SoftwarePasskey(testOrigin).create(options);
    return () => app.call(addPasskey, { body: { credential } }, { token });
  },
  'a provider': async ({ token }) => {
    newcomer();
    const cookie = await visit(app, await departToLink(app, token));
    return () => app.call(finishExternalLink, {}, { token, headers: { cookie } });
  },
};

const removals: Record<string, (person: SignedIn) => Promise<Call>> = {
  'the password is reset by letter': async ({ email }) => {
    await app.call(forgotPassword, { body: { email } });
    const token = tokenIn((await app.letter(email, 'Восстановление пароля')).text);
    return () => app.call(resetPassword, { body: { token, password: 'другие слова подряд' } });
  },
  'staff block the account':
    async ({ id: userId }) =>
    () =>
      app.call(updateUser, { params: { userId }, body: { status: 'blocked', reason: 'Украден' } }, admin),
  'the account is deleted':
    async ({ token, password }) =>
    () =>
      app.call(deleteProfile, { body: { currentPassword: password } }, { token }),
};

const pairs = Object.keys(additions).flatMap((what) => Object.keys(removals).map((when) => [what, when] as const));

test.each(pairs)('%s added while %s is refused and stored nowhere', async (what, when) => {
  const person = await signedInPerson(app);
  const [add, remove] = [await additions[what]?.(person), await removals[when]?.(person)];
  if (!add || !remove) throw new Error('a name that the tables do not have');
  const [removed, added] = await app.db.transaction(async (tx) => {
    // Both have passed their checks before either continues, and the removal is first.
    await tx.queryText('select from users where id = $1 for no key update', [person.id]);
    const first = remove();
    await untilDoneOrBlocked(app, first);
    const second = add();
    await untilDoneOrBlocked(app, second, 2);
    return [first, second] as const;
  });
  expect([(await removed).status < 300, (await added).status]).toEqual([true, 401]);
  for (const table of ['passkeys', 'external_identities'])
    expect((await app.db.queryText(`select from ${table} where user_id = $1`, [person.id])).rows).toEqual([]);
});
