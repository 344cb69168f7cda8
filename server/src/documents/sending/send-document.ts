import { type Actor, recordAction } from '../../audit/record-action.ts';
import { lockSharedWithPermission } from '../../organizations/locks.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { type Limit, throttleAll } from '../../platform/throttling/throttle.ts';
import { documentTitle, findDocument } from './document.ts';
import { documentLetter } from './jobs.ts';

const day = 24 * 60 * 60;

/** Our letters reach strangers who did not ask for them: what a person, an organization and an address may cost a day. */
const byPerson: Limit = { name: 'documents-sender', hits: 30, windowSeconds: day };
const byOrganization: Limit = { name: 'documents-organization', hits: 60, windowSeconds: day };
const toAddress: Limit = { name: 'documents-address', hits: 20, windowSeconds: day };

export interface SendRequest {
  organizationId: string;
  documentId: string;
  email: string;
}

export async function sendDocument(tx: Transaction, queue: Queue, actor: Actor, request: SendRequest): Promise<void> {
  const { organizationId, documentId, email } = request;
  const userId = actor.id;
  await lockSharedWithPermission(tx, organizationId, userId, 'payments.create');
  const document = await findDocument(tx, organizationId, documentId);
  if (!document) throw new Problem('not_found');
  await throttleAll(tx, [
    { limit: byPerson, subject: userId },
    { limit: byOrganization, subject: organizationId },
    { limit: toAddress, subject: email },
  ]);
  // The log is never changed, so it must not name a person: the domain says enough about where it went.
  const details = { document: documentTitle(document), domain: email.slice(email.lastIndexOf('@') + 1) };
  await recordAction(tx, actor, { organizationId, action: 'document.sent', details });
  await queue.enqueue(tx, documentLetter, { organizationId, documentId, userId, email });
}
