import type { Database, Transaction } from '../../platform/db/database.ts';
import { keepAnswer } from '../../platform/idempotency/answers.ts';
import { claimKey } from '../../platform/idempotency/claim-key.ts';

interface IdempotentCall {
  caller: { keyId: string };
  headers: { 'idempotency-key': string };
  params?: object | undefined;
  body?: object | undefined;
}

const keepDays = 3;

/**
 * Does the work once per idempotency key. A repeated call presents the outcome anew where a stored answer would hold a
 * secret or be out of date, and gets the stored answer otherwise.
 */
export function answerOnce<Outcome extends object>(
  db: Database,
  operation: string,
  { caller, headers, params, body }: IdempotentCall,
  {
    reference,
    work,
    again,
  }: {
    /** The id of what the work makes or changes. */
    reference: string;
    work: (tx: Transaction) => Promise<Outcome>;
    again?: (tx: Transaction, reference: string) => Promise<Outcome>;
  },
): Promise<Outcome> {
  return db.transaction(async (tx) => {
    const name = { scope: `webhooks:${caller.keyId}`, key: headers['idempotency-key'] };
    const claimed = await claimKey(tx, { ...name, body: { operation, params, body }, reference, keepDays });
    if (!claimed.isNew) return again ? again(tx, claimed.reference) : (claimed.answer?.body as Outcome);
    const outcome = await work(tx);
    if (!again) await keepAnswer(tx, name, { status: 200, body: outcome });
    return outcome;
  });
}
