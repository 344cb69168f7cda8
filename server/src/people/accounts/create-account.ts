import { openPersonalOrganization } from '../../organizations/create-organization.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { notifyReferrer } from '../referrals/bonuses.ts';
import { readableCode } from './credentials.ts';
import { type ExternalIdentity, insertLink } from './external/external-store.ts';
import { deleteRegistrations, insertUser, lockAddress, type Registration, saveConsent } from './store.ts';

export interface NewAccount {
  email: string;
  name: string;
  passwordHash: string;
  referrerId: string | null;
  consents: { document: string; version: string; address: string | null; acceptedAt?: string }[];
  /** Linked, unless somebody has linked it meanwhile. */
  externalIdentity?: ExternalIdentity | null;
}

/** The caller proved access to the mailbox. Returns null when the address has an account already. */
export async function createAccount(tx: Transaction, account: NewAccount): Promise<string | null> {
  const { email, name, passwordHash, referrerId, consents, externalIdentity } = account;
  await lockAddress(tx, email);
  const userId = await insertUser(tx, { email, name, passwordHash, referrerId, referralCode: newReferralCode() });
  if (!userId) return null;
  for (const consent of consents) await saveConsent(tx, { userId, ...consent });
  if (externalIdentity) await insertLink(tx, userId, externalIdentity);
  await deleteRegistrations(tx, email);
  await openPersonalOrganization(tx, userId);
  await notifyReferrer(tx, userId);
  return userId;
}

/** The caller proved to be the one who registered, by the verifier or the password. */
export function accountOfRegistration(registration: Registration): NewAccount {
  const { email, name, passwordHash, referrerId, documents, address, externalIdentity } = registration;
  const { createdAt: acceptedAt } = registration;
  const consents = Object.entries(documents).map(([document, version]) => ({ document, version, address, acceptedAt }));
  return { email, name, passwordHash, referrerId, consents, externalIdentity };
}

/**
 * The caller proved only access to the mailbox. The registration may be a stranger's, so its name, referrer and
 * consents are dropped; consents are asked for at the first sign-in.
 */
export function accountOfAddress(email: string, passwordHash: string, name = nameFromAddress(email)): NewAccount {
  return { email, name, passwordHash, referrerId: null, consents: [] };
}

function nameFromAddress(email: string): string {
  const name = (email.split('@')[0] ?? '').replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
  return name.slice(0, 100) || 'Без имени';
}

export function newReferralCode(): string {
  return readableCode(8);
}

/** Returns undefined for a malformed code: a bad link must not fail the sign-up. */
export function readReferralCode(text = ''): string | undefined {
  const code = text.toUpperCase();
  return /^[0-9A-Z]{1,64}$/.test(code) ? code : undefined;
}
