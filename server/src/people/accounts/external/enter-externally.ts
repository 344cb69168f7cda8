import type * as contract from '@kazna/contract/cabinet/external-sign-in';
import type { externalRegistrationForm, finishExternalSignIn } from '@kazna/contract/cabinet/external-sign-in';
import type { Answer } from '@kazna/contract/shared/endpoint';
import type { z } from 'zod/mini';
import { acceptInvitation } from '../../../organizations/invitations/answer-invitation.ts';
import { findInvitationByToken } from '../../../organizations/invitations/reads.ts';
import type { Queries, Transaction } from '../../../platform/db/database.ts';
import type { Origin } from '../../../platform/http/api.ts';
import type { Cookies } from '../../../platform/http/cookies.ts';
import { fieldProblem, Problem } from '../../../platform/http/problem.ts';
import { hashToken } from '../../../platform/secrets.ts';
import { createAccount, readReferralCode } from '../create-account.ts';
import { noPassword } from '../credentials.ts';
import { openSession } from '../sessions/session-tokens.ts';
import { deviceTokenOf, enter, type SignInContext } from '../sign-in.ts';
import { agreedDocuments, type SignUpContext, storeRegistration } from '../sign-up.ts';
import { findReferrer, findUserByEmail, getUser, lockUser } from '../store.ts';
import { findLink, insertLink, spendVisit, updateLinkUsed } from './external-store.ts';
import { type ExternalContext, requireVisit, type Visit } from './visit.ts';

export type EnteringContext = ExternalContext & SignInContext & SignUpContext;

/** Signs in whom the provider's subject is linked to. An address alone opens nothing, verified or not. */
export async function finishSignIn(
  context: EnteringContext,
  cookies: Cookies,
  { code, origin, deviceTokens }: { code: string | undefined; origin: Origin; deviceTokens: string[] },
): Promise<Answer<typeof finishExternalSignIn>> {
  const visit = await requireVisit(context, cookies);
  if (visit.purpose.kind === 'link') return { step: 'link' };
  const link = await findLink(context.db, visit.identity);
  if (!link) return registrationOf(context.db, visit);
  const user = await getUser(context.db, link.userId);
  const tokens = await enter(context, user, { code, origin, deviceTokens }, async (tx) => {
    // A reset meanwhile must not leave a session by a link that it removes.
    if ((await lockUser(tx, user.id))?.status !== 'active') throw new Problem('account_blocked');
    if (!(await spendVisit(tx, visit.hash))) throw new Problem('external_visit_expired');
    if (!(await updateLinkUsed(tx, link.id, user.id))) throw new Problem('external_visit_expired');
  });
  return { step: 'signedIn', ...tokens };
}

async function registrationOf(
  db: Queries,
  { person: { name, email, isEmailVerified }, provider: { name: providerName } }: Visit,
): Promise<Answer<typeof finishExternalSignIn>> {
  // Whether an unconfirmed address has an account is not revealed.
  if (isEmailVerified && email !== null && (await findUserByEmail(db, email)))
    return { step: 'taken', providerName, email };
  return { step: 'register', providerName, name, email, isEmailVerified };
}

type Form = z.output<typeof externalRegistrationForm>;

/** An invitation's token or the provider's word proves the address; any other is confirmed by our letter. */
export async function registerExternally(
  context: EnteringContext,
  cookies: Cookies,
  form: Form,
  origin: Origin,
): Promise<Answer<typeof contract.registerExternally>> {
  const visit = await requireVisit(context, cookies);
  if (visit.purpose.kind === 'link') throw new Problem('external_visit_expired');
  const { db, keys } = context;
  return db.transaction(async (tx) => {
    if (!(await spendVisit(tx, visit.hash))) throw new Problem('external_visit_expired');
    if (await findLink(tx, visit.identity)) throw new Problem('external_linked_elsewhere');
    const invitation = form.invitation === undefined ? null : await requireInvitation(tx, form.invitation);
    const { email, isEmailVerified } = visit.person;
    const proved = invitation?.email ?? (isEmailVerified ? email : null);
    if (proved === null) return awaitLetter(context, tx, visit, form, origin);
    const userId = await create(context, tx, visit, { form, email: proved, address: origin.address });
    if (invitation) await acceptInvitation(tx, { id: userId, address: origin.address }, invitation.id);
    const { tokens } = await openSession(tx, keys, userId, origin);
    return { step: 'signedIn', ...tokens, deviceToken: deviceTokenOf(keys, userId) };
  });
}

async function requireInvitation(tx: Transaction, token: string) {
  const invitation = await findInvitationByToken(tx, hashToken(token));
  if (!invitation) throw new Problem('token_invalid');
  return invitation;
}

async function create(
  { documentVersions }: EnteringContext,
  tx: Transaction,
  { identity }: Visit,
  { form, email, address }: { form: Form; email: string; address: string },
): Promise<string> {
  const { name, referrerCode } = form;
  const referrerId = await findReferrer(tx, readReferralCode(referrerCode));
  const consents = agreedDocuments(form).map((document) => ({
    document,
    version: documentVersions[document],
    address,
  }));
  const userId = await createAccount(tx, { email, name, passwordHash: noPassword, referrerId, consents });
  if (!userId) throw new Problem('external_address_taken');
  if (!(await insertLink(tx, userId, identity))) throw new Problem('external_linked_elsewhere');
  return userId;
}

/** A registration as by the form, without a password: it is linked when its letter is answered in this browser. */
async function awaitLetter(
  context: EnteringContext,
  tx: Transaction,
  { identity, person }: Visit,
  { name, email = person.email ?? undefined, referrerCode, ...form }: Form,
  { address }: Origin,
): Promise<Answer<typeof contract.registerExternally>> {
  if (email === undefined) throw fieldProblem('email', 'Пожалуйста, введите e-mail');
  const registration = { email, name, passwordHash: noPassword, referrerCode, externalIdentity: identity };
  const { verifier } = await storeRegistration(
    context,
    tx,
    { ...registration, documents: agreedDocuments(form) },
    address,
  );
  return { step: 'letter', email, verifier };
}
