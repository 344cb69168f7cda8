import { randomBytes } from 'node:crypto';
import { getLegalText } from '@kazna/contract/info';
import { generateSync } from 'otplib';
import { savePendingEmail } from '../accounts/email-change/store.ts';
import { newLetterToken } from '../accounts/new-letter-token.ts';
import { saveTotpSecret } from '../accounts/second-factor/store.ts';
import { newTotpSecret } from '../accounts/second-factor/totp.ts';
import { newReferralCode } from '../accounts/sign-up.ts';
import { saveLetterToken, saveRegistration } from '../accounts/store.ts';
import { createOrganization, createPerson, newPerson, signUpBody } from '../testing/people.ts';
import type { RightRequest } from './right-requests.ts';
import { newInvitation, openSessionOf, type Scene, type Somebody } from './scene.ts';

const nothing: RightRequest = () => ({});
const ownPassword: RightRequest = (_scene, { password }) => ({ body: { currentPassword: password } });

const waitingEmail: RightRequest = async ({ shop }, { id }) => {
  await savePendingEmail(shop.db, { userId: id, email: newPerson().email, hash: randomBytes(32) });
  return {};
};

async function tokenFor({ shop }: Scene, purpose: 'verify_email' | 'reset_password', userId: string): Promise<string> {
  const { token, hash } = newLetterToken();
  await saveLetterToken(shop.db, { hash, userId, purpose, lifetimeSeconds: 3600 });
  return token;
}

/** An invitation to the person, of an organization that nobody in the scene is in. */
async function received(scene: Scene, me: Somebody): Promise<string> {
  const founder = await createPerson(scene.shop);
  return newInvitation(scene, await createOrganization(scene.shop, founder.id, 'owner'), me.email);
}

export const requestsOfAccounts: Record<string, RightRequest> = {
  getLiveness: nothing,
  getReadiness: nothing,
  getInfo: nothing,
  getLegalText: () => ({ params: { document: 'offer' } }),

  signUp: () => ({ body: signUpBody(newPerson()) }),
  verifyEmail: async (scene) => {
    const { email, name } = newPerson();
    const registration = { email, name, passwordHash: 'x', referralCode: newReferralCode(), referrerCode: undefined };
    const userId = (await saveRegistration(scene.shop.db, registration)) as string;
    return { query: { token: await tokenFor(scene, 'verify_email', userId) } };
  },
  resendVerification: (_scene, { email }) => ({ body: { email } }),
  signIn: (_scene, { email, password }) => ({ body: { email, password } }),
  forgotPassword: (_scene, { email }) => ({ body: { email } }),
  resetPassword: async (scene) => {
    const { id } = await createPerson(scene.shop);
    return { body: { token: await tokenFor(scene, 'reset_password', id), password: 'другие слова подряд' } };
  },
  signOut: nothing,
  refresh: (_scene, { refreshToken }) => ({ token: refreshToken }),
  refreshWithOrganization: ({ organizationId }) => ({ query: { organizationId } }),
  followChanges: nothing,

  getProfile: nothing,
  updateProfile: () => ({ body: { name: 'Мария Петрова', phone: '+79001234567', timezone: 'Asia/Omsk' } }),
  acceptDocuments: async ({ shop }) => {
    const { version } = (await shop.call(getLegalText, { params: { document: 'offer' } })).body;
    return { body: { documents: [{ document: 'offer', version }] } };
  },
  changePassword: (_scene, { password }) => ({
    body: { currentPassword: password, newPassword: 'другие слова подряд' },
  }),
  changeEmail: (_scene, { password }) => ({ body: { email: newPerson().email, currentPassword: password } }),
  resendEmailChange: waitingEmail,
  cancelEmailChange: waitingEmail,
  exportProfile: nothing,
  deleteProfile: ownPassword,
  listSessions: nothing,
  endSession: async ({ shop }, { id }) => ({ params: { sessionId: (await openSessionOf(shop, id)).sessionId } }),
  endOtherSessions: nothing,
  startSecondFactor: ownPassword,
  confirmSecondFactor: async ({ shop }, { id }) => {
    const secret = newTotpSecret();
    await saveTotpSecret(shop.db, id, secret);
    return { body: { code: generateSync({ secret }) } };
  },
  disableSecondFactor: ownPassword,
  getReferrals: nothing,
  listReceivedInvitations: nothing,
  acceptInvitation: async (scene, me) => ({ params: { invitationId: await received(scene, me) } }),
  declineInvitation: async (scene, me) => ({ params: { invitationId: await received(scene, me) } }),
};
