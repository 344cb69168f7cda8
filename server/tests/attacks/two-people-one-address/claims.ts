import { expect } from 'vitest';
import { acceptInvitation } from '../../../src/organizations/invitations/answer-invitation.ts';
import { accountEmail } from '../../../src/people/account-emails.ts';
import { resetPassword } from '../../../src/people/accounts/change-password.ts';
import { assertionOptions, verifyAssertion } from '../../../src/people/accounts/passkeys/verify-passkey.ts';
import { signIn } from '../../../src/people/accounts/sign-in.ts';
import { signUp } from '../../../src/people/accounts/sign-up.ts';
import { verifyEmail, verifyEmailByPassword } from '../../../src/people/accounts/verify-email.ts';
import { Problem } from '../../../src/platform/http/problem.ts';
import type { SoftwarePasskey } from '../../support/authenticator.ts';
import { testOrigin } from '../../support/passkeys.ts';
import { ownerByProvider, registerVouchedFor } from './providers.ts';
import { countMembersBesides, countPasskeys, findAccount, linkOfSubject } from './store.ts';
import { address, deliver, type Testbed } from './testbed.ts';

const origin = (network: string) => ({ address: network, userAgent: '' });
const enter = (testbed: Testbed, password: string, network: string) =>
  signIn(testbed, { email: address, password }, origin(network), []);

async function refused(attempt: Promise<unknown>): Promise<void> {
  const reason = await attempt.then(
    () => 'success',
    (error: unknown) => error,
  );
  expect(reason).toBeInstanceOf(Problem);
}

/** The attacker has no password, session, membership or referral of the account. */
export async function claimNothingIsTaken(testbed: Testbed): Promise<void> {
  const { db, attacker, owner, knowledge } = testbed;
  const user = await findAccount(db);
  expect(user?.id).not.toBe(attacker.id);
  expect(user?.referrerId ?? null).toBeNull();
  expect(user?.name).not.toBe('attacker');
  const own = [owner.id, user?.id ?? owner.id];
  expect(await countMembersBesides(db, owner.organizationId, own)).toBe(0);
  const attackers = knowledge.registrations.filter((one) => one.owner === 'attacker');
  if (user) for (const { password } of attackers) await refused(enter(testbed, password, '198.51.100.2'));
  expect(await ownerOf(testbed, testbed.passkeys.attacker)).toBe(attacker.id);
  expect([null, attacker.id]).toContain(await ownerByProvider(testbed, 'attacker', false));
  const actor = { id: attacker.id, address: '198.51.100.1' };
  for (const { id } of knowledge.invitations) await refused(db.transaction((tx) => acceptInvitation(tx, actor, id)));
}

/** Whose session a sign-in by the passkey opens. */
async function ownerOf({ db, keys }: Testbed, passkey: SoftwarePasskey): Promise<string> {
  const relyingParty = { rpId: 'localhost', origin: testOrigin, name: 'Казна' };
  const context = { db, key: keys.passkeys, relyingParty };
  const options = await assertionOptions(context, { purpose: 'sign-in' });
  return (await verifyAssertion(context, { purpose: 'sign-in' }, passkey.get(options))).userId;
}

/** A verifier and a password without a token are useless. */
export async function claimGuessesFail(testbed: Testbed): Promise<void> {
  const attackers = testbed.knowledge.registrations.filter((one) => one.owner === 'attacker');
  for (const { password, verifier } of attackers.slice(-1)) {
    await refused(testbed.db.transaction((tx) => verifyEmail(tx, testbed.queue, { token: verifier, verifier })));
    await refused(verifyEmailByPassword(testbed, { token: verifier, password }));
    await refused(verifyEmailByPassword(testbed, { token: verifier, newPassword: 'password of the attacker' }));
  }
}

/** Whoever is vouched for has an account at once where nobody has confirmed the address, and enters none that exists. */
export async function claimVouchedForGetsAnAccount(testbed: Testbed): Promise<void> {
  const before = await findAccount(testbed.db);
  expect(await registerVouchedFor(testbed)).toBe(before ? 'external_address_taken' : 'signedIn');
  expect(await linkOfSubject(testbed.db, 'victim at another provider')).toBe(
    before ? undefined : (await findAccount(testbed.db))?.id,
  );
}

/** From every state the victim gets in: by a passkey, a valid password, a reset or a registration. Returns whether it took a letter. */
export async function claimVictimGetsIn(testbed: Testbed): Promise<boolean> {
  const { knowledge, db } = testbed;
  const account = await findAccount(db);
  if (account && (await countPasskeys(db, account.id)) > 0)
    expect(await ownerOf(testbed, testbed.passkeys.victim)).toBe(account.id);
  if (account && (await linkOfSubject(db, 'victim')) === account.id)
    expect(await ownerByProvider(testbed, 'victim', false)).toBe(account.id);
  const own = knowledge.registrations
    .filter((one) => one.owner === 'victim' && !one.isExternal)
    .map(({ password }) => password);
  const passwords = account ? [...knowledge.victimPasswords.slice(-1), ...own] : [];
  for (const typed of passwords) if (await canEnter(testbed, typed)) return false;
  const request = { email: address, network: '192.0.2.9' };
  const password = 'last password of the victim';
  const isKnown = account !== undefined || knowledge.registrations.length > 0;
  const letters = async () => {
    const job = knowledge.outbox.at(-1);
    if (job) await deliver(testbed, job);
    return knowledge.letters.at(-1)?.token ?? '';
  };
  if (isKnown) {
    await db.transaction((tx) => testbed.queue.enqueue(tx, accountEmail, { kind: 'reset_wanted', ...request }));
    await resetPassword(testbed, { token: await letters(), password });
  } else {
    const form = { email: address, name: 'victim', password, acceptOffer: true, acceptPersonalData: true } as const;
    const { verifier } = await signUp(testbed, form, request.network);
    const token = await letters();
    await db.transaction((tx) => verifyEmail(tx, testbed.queue, { token, verifier }));
  }
  expect(await canEnter(testbed, password)).toBe(true);
  return true;
}

async function canEnter(testbed: Testbed, password: string): Promise<boolean> {
  try {
    const { accessToken } = await enter(testbed, password, '192.0.2.1');
    return accessToken !== '';
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}
