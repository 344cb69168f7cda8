import { requestTopics } from '@kazna/contract/cabinet/requests';
import { quoted } from '@kazna/contract/shared/quoted';
import { findStaffAddress } from '../people/accounts/admins-store.ts';
import type { Database } from '../platform/db/database.ts';
import { handle, type JobHandler, jobKind } from '../platform/jobs/queue.ts';
import { preventAutolinks } from '../platform/mail/letter.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import { type Limit, runWithinLimit } from '../platform/throttling/throttle.ts';
import { findMessageText } from './messages-store.ts';
import { findRequestAsStaff } from './requests-store.ts';

interface RequestLetter {
  requestId: string;
  messageId: string;
  /** Who deals with the request; null for the address of the support. */
  userId: string | null;
}

export const requestLetter = jobKind<RequestLetter>('request-letter');

/** A customer who writes line by line fills no mailbox: the queue shows the rest. */
const lettersOfRequest: Limit = { name: 'request-letters', hits: 5, windowSeconds: 60 * 60 };
const maxQuoted = 2000;

export interface StaffLetterContext {
  db: Database;
  mailer: Mailer;
  publicUrl: string;
  supportEmail: string;
}

export function staffLetterJob(context: StaffLetterContext): JobHandler {
  return handle(requestLetter, (letter) =>
    runWithinLimit(context.db, lettersOfRequest, [letter.requestId], () => sendRequestLetter(context, letter)),
  );
}

async function sendRequestLetter(
  { db, mailer, publicUrl, supportEmail }: StaffLetterContext,
  { requestId, messageId, userId }: RequestLetter,
): Promise<void> {
  const [request, text] = [await findRequestAsStaff(db, requestId), await findMessageText(db, messageId)];
  if (!request || text === null) return;
  const assignee = userId === null ? null : await findStaffAddress(db, userId);
  const { number, topic, organizationName } = request;
  await mailer.send(assignee?.email ?? supportEmail, {
    subject: `Обращение № ${number}: ${requestTopics[topic].toLowerCase()}`,
    ...(assignee && { name: assignee.name }),
    paragraphs: [
      `Организация ${quoted(preventAutolinks(organizationName))} пишет:`,
      text.length > maxQuoted ? `${text.slice(0, maxQuoted).toWellFormed()}…` : text,
    ],
    action: { label: 'Ответить', url: `${publicUrl}/admin/requests/${requestId}` },
  });
}
