import { signUp } from '@kazna/contract/cabinet/accounts';
import { acceptInvitation, inviteMember, listReceivedInvitations } from '@kazna/contract/cabinet/invitations';
import { closeOrganization } from '@kazna/contract/cabinet/organizations';
import { beforeAll, describe, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import {
  companyBody,
  openCompany,
  rolesIn,
  type SignedIn,
  signedInPerson,
} from '../../../tests/support/organizations.ts';
import { newPerson, registerPerson, signInPerson, signUpBody } from '../../../tests/support/people.ts';
import type { StoredLetter } from '../../platform/mail/mailbox-store.ts';
import { findForLetter } from './store.ts';

const app = appForThisFile({ env: { PUBLIC_URL: 'https://kazna.example.ru' } });
let owner: SignedIn;
let organizationId: string;
beforeAll(async () => {
  owner = await signedInPerson(app, 'Ольга');
  organizationId = (await openCompany(app, owner)).id;
});

async function inviteByLetter(email: string, id = organizationId): Promise<StoredLetter & { invitationId: string }> {
  const sent = { params: { organizationId: id }, body: { email, role: 'accountant' as const } };
  const { body } = await app.call(inviteMember, sent, { token: owner.token });
  return { ...(await app.letter(email, 'Приглашение')), invitationId: body.id };
}

const linkOf = ({ text }: StoredLetter) => /https:\S+/.exec(text)?.[0] ?? '';

describe('invitation letter', () => {
  test('an invitation letter names the inviter, the organization and the role', async () => {
    const letter = await inviteByLetter(newPerson().email);
    expect(letter.subject).toBe('Приглашение в организацию ООО «Ромашка»');
    expect(letter.text).toContain('Ольга приглашает вас в организацию ООО «Ромашка». Ваша роль: бухгалтер.');
    expect(letter.html).toContain('Ваша роль: бухгалтер.');
  });

  test('an invitation letter quotes a name that has no quotes', async () => {
    const { id } = await openCompany(app, owner, { ...companyBody(), name: 'Луч' });
    const letter = await inviteByLetter(newPerson().email, id);
    expect(letter.subject).toBe('Приглашение в организацию «Луч»');
  });

  test('an invitation letter leads a person with an account to sign-in with the address filled in', async () => {
    const { email } = await signedInPerson(app);
    const link = `https://kazna.example.ru/auth/?mode=signin#email=${encodeURIComponent(email)}&invitation=`;
    expect(linkOf(await inviteByLetter(email))).toContain(link);
  });

  test('an invitation letter leads a person without an account to registration with the address filled in', async () => {
    const email = `a+b.${newPerson().email}`;
    const link = new URL(linkOf(await inviteByLetter(email)));
    expect(link.search).toBe('?mode=register');
    expect(new URLSearchParams(link.hash.slice(1)).get('email')).toBe(email);
  });

  test('an invitation letter leads a person with an unconfirmed address to registration', async () => {
    const person = newPerson();
    await app.call(signUp, { body: signUpBody(person) });
    expect(linkOf(await inviteByLetter(person.email))).toContain('?mode=register#');
  });

  test('registration by an invitation letter joins the organization', async () => {
    const person = newPerson();
    const { invitationId } = await inviteByLetter(person.email);
    await registerPerson(app, person);
    const { accessToken: token } = await signInPerson(app, person);
    const { body } = await app.call(listReceivedInvitations, {}, { token });
    expect(body.items.map(({ id }) => id)).toEqual([invitationId]);
    expect((await app.call(acceptInvitation, { params: { invitationId } }, { token })).status).toBe(200);
    expect(Object.values(await rolesIn(app, organizationId))).toContain('accountant');
  });

  test('line breaks and markup in stored names do not break an invitation letter', async () => {
    const { id } = await openCompany(app, owner);
    const bad = 'ООО\r\nBcc: victim@example.ru\n\n<script>alert(1)</script><a href="https://evil.example">';
    await app.db.queryText('update organizations set name = $2 where id = $1', [id, bad]);
    const letter = await inviteByLetter(newPerson().email, id);
    expect(letter.subject).not.toMatch(/[\r\n]/);
    expect(letter.html).not.toContain('<script>');
    expect(letter.html).not.toContain('href="https://evil.example"');
    expect(letter.html).toContain('&lt;script&gt;');
  });

  test('no letter is sent for an answered invitation or a closed organization', async () => {
    const { id, name } = await openCompany(app, owner);
    const { invitationId } = await inviteByLetter(newPerson().email, id);
    expect(await findForLetter(app.db, invitationId)).not.toBeNull();
    const closing = { params: { organizationId: id }, body: { name } };
    expect((await app.call(closeOrganization, closing, { token: owner.token })).status).toBe(204);
    expect(await findForLetter(app.db, invitationId)).toBeNull();
    const person = await signedInPerson(app);
    const answered = await inviteByLetter(person.email);
    await app.call(acceptInvitation, { params: { invitationId: answered.invitationId } }, { token: person.token });
    expect(await findForLetter(app.db, answered.invitationId)).toBeNull();
  });
});
