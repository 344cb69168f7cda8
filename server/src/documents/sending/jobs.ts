import type { Database } from '../../platform/db/database.ts';
import { handle, type JobHandler, jobKind } from '../../platform/jobs/queue.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { type DocumentLetter, mailDocument } from './mail-document.ts';

export const documentLetter = jobKind<DocumentLetter>('document-letter');

export function sendingJobs(context: { db: Database; mailer: Mailer; supportEmail: string }): JobHandler[] {
  return [handle(documentLetter, (letter) => mailDocument(context, letter))];
}
