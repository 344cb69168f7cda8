import { randomBytes } from 'node:crypto';
import { getLegalText } from '@kazna/contract/cabinet/info';
import { getPasskeySignInOptions } from '@kazna/contract/cabinet/passkeys';
import { generateSync } from 'otplib';
import { saveToken } from '../../src/organizations/invitations/store.ts';
import { recordConsent } from '../../src/people/accounts/consents-store.ts';
import { hashPassword, newTotpSecret } from '../../src/people/accounts/credentials.ts';
import {
  newVerifier,
  savePendingEmail,
  saveRegistrationToken,
  saveResetToken,
} from '../../src/people/accounts/letter-tokens-store.ts';
import { newChallenge } from '../../src/people/accounts/passkeys/challenge.ts';
import { insertRegistration, saveTotpSecret } from '../../src/people/accounts/store.ts';
import { uuidv7 } from '../../src/platform/db/uuid.ts';
import { encryptSecret, newLetterToken } from '../../src/platform/secrets.ts';
import { SoftwarePasskey } from '../support/authenticator.ts';
import { plantVisit } from '../support/external-visits.ts';
import { plantPasskey, testOrigin } from '../support/passkeys.ts';
import { createOrganization, createPerson, newPerson, signUpBody } from '../support/people.ts';
import { newInvitation, openSessionOf, type Scene, type Somebody } from './scene.ts';
import type { ValidRequest } from './valid-request.ts';

const nothing: ValidRequest = () => ({});
const ownPassword: ValidRequest = (_scene, { password }) => ({ body: { currentPassword: password } });

const waitingEmail: ValidRequest = async ({ shop }, { id }) => {
  await savePendingEmail(shop.db, {
    userId: id,
    email: newPerson().email,
    hash: randomBytes(32),
    verifierHash: randomBytes(32),
  });
  return {};
};

async function pendingRegistration({ shop }: Scene) {
  const { password, ...person } = newPerson();
  const { verifier, verifierHash } = newVerifier();
  const id = uuidv7();
  const passwordHash = await hashPassword(password);
  const typed = { ...person, passwordHash, referrerCode: undefined, documents: {}, address: null };
  await insertRegistration(shop.db, { id, ...typed, verifierHash });
  const { token, hash } = newLetterToken();
  await saveRegistrationToken(shop.db, id, hash);
  return { token, verifier, password };
}

async function invitationToken(scene: Scene): Promise<string> {
  const { token, hash } = newLetterToken();
  await saveToken(scene.shop.db, await newInvitation(scene, scene.organizationId), hash);
  return token;
}

/** An invitation from an organization outside of the scene. */
async function received(scene: Scene, me: Somebody): Promise<string> {
  const founder = await createPerson(scene.shop);
  return newInvitation(scene, await createOrganization(scene.shop, founder.id, 'owner'), me.email);
}

function newCredential({ shop }: Scene, { id, sessionId }: Somebody) {
  const challenge = Buffer.from(newChallenge(shop.keys.passkeys, { purpose: 'add', sessionId })).toString('base64url');
  return new SoftwarePasskey(testOrigin).create({ challenge, rp: { id: 'localhost' }, user: { id } });
}

export const requestsOfAccounts: Record<string, ValidRequest> = {
  getLiveness: nothing,
  getReadiness: nothing,
  getInfo: nothing,
  getLegalText: () => ({ params: { document: 'offer' } }),

  signUp: () => ({ body: signUpBody(newPerson()) }),
  verifyEmail: async (scene) => {
    const { token, verifier } = await pendingRegistration(scene);
    return { query: { token, verifier } };
  },
  verifyEmailByPassword: async (scene) => {
    const { token, password } = await pendingRegistration(scene);
    return { body: { token, password } };
  },
  readInvitation: async (scene) => ({ query: { token: await invitationToken(scene) } }),
  signUpInvited: async (scene) => {
    const { email: _, ...form } = signUpBody(newPerson());
    return { body: { ...form, token: await invitationToken(scene) } };
  },
  resendVerification: (_scene, { email }) => ({ body: { email } }),
  signIn: (_scene, { email, password }) => ({ body: { email, password } }),
  getPasskeySignInOptions: nothing,
  signInByPasskey: async ({ shop }, { id }) => {
    const passkey = new SoftwarePasskey(testOrigin);
    await plantPasskey(shop, id, passkey);
    return { body: passkey.get((await shop.call(getPasskeySignInOptions)).body) };
  },
  listExternalProviders: nothing,
  startExternalSignIn: () => ({ params: { provider: 'yandex' } }),
  returnFromExternal: () => ({ params: { provider: 'yandex' }, query: { code: 'code', state: 'state' } }),
  finishExternalSignIn: async ({ shop }, { id }) => ({
    headers: { cookie: (await plantVisit(shop, { linkedTo: id })).cookie },
    body: {},
  }),
  registerExternally: async ({ shop }) => {
    const { password: _, ...form } = signUpBody(newPerson());
    return { headers: { cookie: (await plantVisit(shop)).cookie }, body: form };
  },
  forgotPassword: (_scene, { email }) => ({ body: { email } }),
  resetPassword: async (scene) => {
    const { id: userId } = await createPerson(scene.shop);
    const { token, hash } = newLetterToken();
    await saveResetToken(scene.shop.db, { hash, userId, lifetimeSeconds: 3600 });
    return { body: { token, password: 'другие слова подряд' } };
  },
  signOut: nothing,
  refresh: (_scene, { refreshToken }) => ({ token: refreshToken }),
  refreshWithOrganization: ({ organizationId }, { refreshToken }) => ({
    query: { organizationId },
    token: refreshToken,
  }),
  followChanges: nothing,

  getProfile: nothing,
  updateProfile: () => ({ body: { name: 'Мария Петрова', phone: '+79001234567', timezone: 'Asia/Omsk' } }),
  acceptDocuments: async ({ shop }) => {
    const { version } = (await shop.call(getLegalText, { params: { document: 'offer' } })).body;
    return { body: { documents: [{ document: 'offer', version }] } };
  },
  listConsents: nothing,
  withdrawConsent: async ({ shop }, { id: userId }) => {
    await recordConsent(shop.db, { userId, document: 'advertising', version: '1', address: null });
    return { params: { document: 'advertising' } };
  },
  changePassword: (_scene, { password }) => ({
    body: { currentPassword: password, newPassword: 'другие слова подряд' },
  }),
  changeEmail: (_scene, { password }) => ({ body: { email: newPerson().email, currentPassword: password } }),
  resendEmailChange: waitingEmail,
  cancelEmailChange: waitingEmail,
  exportProfile: nothing,
  deleteProfile: ownPassword,
  confirmIdentity: ownPassword,
  getConfirmationOptions: nothing,
  listPasskeys: nothing,
  getPasskeyOptions: nothing,
  addPasskey: (scene, me) => ({ body: { credential: newCredential(scene, me) } }),
  removePasskey: async ({ shop }, { id }) => ({ params: { passkeyId: await plantPasskey(shop, id) } }),
  listExternalLinks: nothing,
  startExternalLink: () => ({ body: { provider: 'yandex' } }),
  finishExternalLink: async ({ shop }, { sessionId }) => ({
    headers: { cookie: (await plantVisit(shop, { sessionId })).cookie },
  }),
  removeExternalLink: async ({ shop }, { id }) => ({
    params: { linkId: (await plantVisit(shop, { linkedTo: id })).linkId },
  }),
  setFirstPassword: async ({ shop }, { id, password }) => {
    await shop.db.queryText("update users set password_hash = 'none' where id = $1", [id]);
    return { body: { newPassword: password } };
  },
  listSessions: nothing,
  endSession: async ({ shop }, { id }) => ({ params: { sessionId: (await openSessionOf(shop, id)).sessionId } }),
  endOtherSessions: nothing,
  startSecondFactor: ownPassword,
  confirmSecondFactor: async ({ shop }, { id }) => {
    const secret = newTotpSecret();
    await saveTotpSecret(shop.db, id, encryptSecret(shop.keys.secondFactor, id, secret));
    return { body: { code: generateSync({ secret }) } };
  },
  disableSecondFactor: (_scene, { password }) => ({ body: { currentPassword: password, code: '123456' } }),
  getReferrals: nothing,
  listReceivedInvitations: nothing,
  acceptInvitation: async (scene, me) => ({ params: { invitationId: await received(scene, me) } }),
  declineInvitation: async (scene, me) => ({ params: { invitationId: await received(scene, me) } }),
};
