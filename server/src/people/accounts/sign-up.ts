import type { signUpForm } from '@kazna/contract/cabinet/accounts';
import { type ConsentKind, consentDocuments } from '@kazna/contract/cabinet/info';
import type { z } from 'zod/mini';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { networkOf } from '../../platform/http/network.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { accountEmail } from '../account-emails.ts';
import { readReferralCode } from './create-account.ts';
import { hashPassword, rejectCommonPassword } from './credentials.ts';
import type { ExternalIdentity } from './external/external-store.ts';
import { newVerifier } from './letter-tokens-store.ts';
import { insertRegistration } from './store.ts';

export interface SignUpContext {
  db: Database;
  queue: Queue;
  documentVersions: Record<ConsentKind, string>;
}

/**
 * Stores a registration and enqueues a letter. A taken address takes the same path, so that neither the answer nor its
 * timing shows whether it has an account; the worker finds out and notifies the owner.
 */
export async function signUp(
  context: SignUpContext,
  { email, name, password, referrerCode, ...form }: z.output<typeof signUpForm>,
  address: string,
): Promise<{ email: string; verifier: string }> {
  await rejectCommonPassword(password);
  const passwordHash = await hashPassword(password);
  const registration = { email, name, passwordHash, referrerCode, documents: agreedDocuments(form) };
  return context.db.transaction((tx) => storeRegistration(context, tx, registration, address));
}

/** Returns what the person has ticked: the obligatory ones always, since no form is valid without them. */
export function agreedDocuments({ acceptAdvertising }: { acceptAdvertising?: boolean | undefined }): ConsentKind[] {
  return acceptAdvertising ? [...consentDocuments, 'advertising'] : [...consentDocuments];
}

interface Applicant {
  email: string;
  name: string;
  passwordHash: string;
  referrerCode: string | undefined;
  documents: ConsentKind[];
  externalIdentity?: ExternalIdentity;
}

export async function storeRegistration(
  { queue, documentVersions }: SignUpContext,
  tx: Transaction,
  { documents, referrerCode, ...applicant }: Applicant,
  address: string,
): Promise<{ email: string; verifier: string }> {
  const { email } = applicant;
  const { verifier, verifierHash } = newVerifier();
  const id = uuidv7();
  await insertRegistration(tx, {
    ...applicant,
    ...{ id, address, verifierHash, referrerCode: readReferralCode(referrerCode) },
    documents: Object.fromEntries(documents.map((document) => [document, documentVersions[document]])),
  });
  const network = networkOf(address);
  await queue.enqueue(tx, accountEmail, { kind: 'registered', email, registrationId: id, network });
  return { email, verifier };
}
