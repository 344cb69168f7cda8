import type { signUpForm } from '@kazna/contract/accounts';
import { type ConsentDocument, consentDocuments } from '@kazna/contract/info';
import type { z } from 'zod/mini';
import type { Database } from '../db/database.ts';
import { fieldProblem } from '../http/problem.ts';
import type { Queue } from '../jobs/queue.ts';
import { acceptDocuments } from './accept-documents.ts';
import { accountNews } from './jobs.ts';
import { hashPassword, isCommonPassword } from './passwords.ts';
import { readableCode } from './readable-code.ts';
import { discardLetterTokens, saveRegistration } from './store.ts';

export interface SignUpContext {
  db: Database;
  queue: Queue;
  /** Versions of the texts that are in force, by document. */
  documentVersions: Record<ConsentDocument, string>;
}

/**
 * Registers an account, or tells the owner of a taken address that somebody tried. Both ways do the same work and end
 * the same, so that nobody learns from the answer whether the address has an account.
 */
export async function signUp(
  { db, queue, documentVersions }: SignUpContext,
  form: z.output<typeof signUpForm>,
  address: string,
): Promise<void> {
  refuseCommonPassword(form.password);
  const passwordHash = await hashPassword(form.password);
  const { email, name } = form;
  await db.transaction(async (tx) => {
    const userId = await saveRegistration(tx, {
      email,
      name,
      passwordHash,
      referralCode: newReferralCode(),
      referrerCode: readReferralCode(form.referrerCode),
    });
    if (userId) {
      // A link of an earlier registration must not confirm the password of this one.
      await discardLetterTokens(tx, userId, 'verify_email');
      await acceptDocuments(tx, { documents: consentDocuments, userId, address }, documentVersions);
    }
    await queue.enqueue(tx, accountNews, { kind: 'registered', email });
  });
}

export function refuseCommonPassword(password: string, path = 'password'): void {
  if (isCommonPassword(password)) {
    throw fieldProblem(path, 'Этот пароль слишком распространён, его легко подобрать. Придумайте другой.');
  }
}

export function newReferralCode(): string {
  return readableCode(8);
}

/** What may be a code of ours; anything else that a link or a person brings is as good as none. */
function readReferralCode(text = ''): string | undefined {
  const code = text.toUpperCase();
  return /^[0-9A-Z]{1,64}$/.test(code) ? code : undefined;
}
