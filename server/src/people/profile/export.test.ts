import { inviteMember } from '@kazna/contract/cabinet/invitations';
import { setNotificationPreferences } from '@kazna/contract/cabinet/notifications';
import { exportProfile, getProfile, updateProfile } from '@kazna/contract/cabinet/profile';
import { startSecondFactor } from '@kazna/contract/cabinet/second-factor';
import { expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { plantCard, plantRule } from '../../../tests/support/cards.ts';
import { notifyOfCorrection } from '../../../tests/support/notifications.ts';
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

  const { id: personId, memberships } = (await app.call(getProfile, {}, { token })).body;
  const organizationId = memberships[0]?.organizationId as string;
  const cardId = await plantCard(app, organizationId, personId);
  await plantRule(app, organizationId, cardId, personId);
  await app.call(setNotificationPreferences, { body: { organizationId, muted: ['balance'] } }, { token });
  await notifyOfCorrection(app, organizationId);

  const { status, body } = await app.call(exportProfile, {}, { token });
  expect(status).toBe(200);
  expect(Date.parse(body.exportedAt)).toBeGreaterThan(Date.now() - 60_000);
  expect(body).toMatchObject({
    profile: { email: person.email, name: person.name, phone: '+79001234567', hasSecondFactor: false },
    memberships: [{ name: 'Личный счёт', role: 'owner' }],
    sessions: [{ device: 'Chrome, Linux', address, endedAt: null }],
    invitationsReceived: [{ organizationName: 'Личный счёт', role: 'member', status: 'pending' }],
    invitationsSent: [{ email: guest, status: 'pending' }],
    cards: [{ organizationName: 'Личный счёт', brand: 'MasterCard', last4: '4444', status: 'active' }],
    autoTopUps: [{ organizationName: 'Личный счёт', thresholdMinor: 100_000, status: 'paused' }],
    mutedLetters: [{ organizationName: 'Личный счёт', category: 'balance' }],
    notifications: [{ organizationName: 'Личный счёт', kind: 'balance_adjusted', readAt: null }],
    actions: [{ action: 'invitation.sent', address }],
  });
  expect((body.consents as { document: string }[]).map(({ document }) => document).sort()).toEqual([
    'offer',
    'personal-data',
  ]);

  const text = JSON.stringify(body);
  for (const secret of [started.body.secret, refreshToken, '$argon2id', other.email, `card ${cardId}`])
    expect(text).not.toContain(secret);
});
