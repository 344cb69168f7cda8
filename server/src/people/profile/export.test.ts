import { inviteMember } from '@kazna/contract/cabinet/invitations';
import { exportProfile, getProfile, updateProfile } from '@kazna/contract/cabinet/profile';
import { startSecondFactor } from '@kazna/contract/cabinet/second-factor';
import { expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { newAddress, newPerson, registerPerson, signInPerson } from '../../../tests/support/people.ts';

const app = appForThisFile();

test('the profile export has everything stored about the person, without secrets', async () => {
  const [person, other] = [await registerPerson(app), await registerPerson(app)];
  const address = newAddress();
  const { accessToken: token, refreshToken } = await signInPerson(app, person, { address });
  const here = { token, address };
  const { accessToken: otherToken } = await signInPerson(app, other);
  await app.call(updateProfile, { body: { phone: '+79001234567' } }, here);
  const started = await app.call(startSecondFactor, { body: { currentPassword: person.password } }, here);
  const invite = async (by: string, email: string) => {
    const { memberships } = (await app.call(getProfile, {}, { token: by })).body;
    const params = { organizationId: memberships[0]?.organizationId ?? '' };
    const body = { email, role: 'member' as const };
    expect((await app.call(inviteMember, { params, body }, { token: by, address })).status).toBe(201);
  };
  const guest = newPerson().email;
  await invite(token, guest);
  await invite(otherToken, person.email);

  const { status, body } = await app.call(exportProfile, {}, { token });
  expect(status).toBe(200);
  expect(Date.parse(body.exportedAt)).toBeGreaterThan(Date.now() - 60_000);
  expect(body).toMatchObject({
    profile: { email: person.email, name: person.name, phone: '+79001234567', hasSecondFactor: false },
    memberships: [{ name: 'Личный счёт', role: 'owner' }],
    sessions: [{ device: 'Chrome, Linux', address, endedAt: null }],
    invitationsReceived: [{ organizationName: 'Личный счёт', role: 'member', status: 'pending' }],
    invitationsSent: [{ email: guest, status: 'pending' }],
    actions: [{ action: 'invitation.sent', address }],
  });
  expect((body.consents as { document: string }[]).map(({ document }) => document).sort()).toEqual([
    'offer',
    'personal-data',
  ]);

  const text = JSON.stringify(body);
  for (const secret of [started.body.secret, refreshToken, '$argon2id', other.email])
    expect(text).not.toContain(secret);
});
