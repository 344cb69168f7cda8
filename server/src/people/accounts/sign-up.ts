import type { signUpForm } from '@kazna/contract/cabinet/accounts';
import { type ConsentDocument, consentDocuments } from '@kazna/contract/cabinet/info';
import type { z } from 'zod/mini';
import type { Database } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { networkOf } from '../../platform/http/network.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { accountEmail } from '../account-emails.ts';
import { readReferralCode } from './create-account.ts';
import { hashPassword, rejectCommonPassword } from './credentials.ts';
import { newVerifier } from './letter-tokens-store.ts';
import { insertRegistration } from './store.ts';

export interface SignUpContext {
  db: Database;
  queue: Queue;
  documentVersions: Record<ConsentDocument, string>;
}

/**
 * Stores a registration and enqueues a letter. A taken address takes the same path, so that neither the answer nor its
 * timing shows whether it has an account; the worker finds out and notifies the owner.
 */
export async function signUp(
  { db, queue, documentVersions }: SignUpContext,
  { email, name, password, referrerCode }: z.output<typeof signUpForm>,
  address: string,
): Promise<{ email: string; verifier: string }> {
  rejectCommonPassword(password);
  const passwordHash = await hashPassword(password);
  const { verifier, verifierHash } = newVerifier();
  const id = uuidv7();
  await db.transaction(async (tx) => {
    await insertRegistration(tx, {
      id,
      email,
      name,
      passwordHash,
      referrerCode: readReferralCode(referrerCode),
      documents: Object.fromEntries(consentDocuments.map((document) => [document, documentVersions[document]])),
      address,
      verifierHash,
    });
    const network = networkOf(address);
    await queue.enqueue(tx, accountEmail, { kind: 'registered', email, registrationId: id, network });
  });
  return { email, verifier };
}
