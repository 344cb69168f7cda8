import { documentKinds } from '@kazna/contract/cabinet/documents';
import { formatMoney } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import { type Actor, recordAction } from '../audit/actions-store.ts';
import { lockSharedWithPermission } from '../organizations/locks.ts';
import type { Database, Transaction } from '../platform/db/database.ts';
import { Problem } from '../platform/http/problem.ts';
import { handle, type JobHandler, jobKind, type Queue } from '../platform/jobs/queue.ts';
import { type LetterContent, preventAutolinks } from '../platform/mail/letter.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import { type Limit, throttleAll } from '../platform/throttling/throttle.ts';
import { readAttachment } from './document-files.ts';
import { type DocumentHead, findDocumentHead } from './heads-store.ts';
import { findSendingOrganization } from './store.ts';

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
  const document = await findDocumentHead(tx, organizationId, documentId);
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

/** Deleting an account deletes the jobs that name its id or its address. */
export interface DocumentLetter {
  organizationId: string;
  documentId: string;
  userId: string;
  email: string;
}

export const documentLetter = jobKind<DocumentLetter>('document-letter');

interface MailContext {
  db: Database;
  mailer: Mailer;
  supportEmail: string;
}

export function sendingJobs(context: MailContext): JobHandler[] {
  return [handle(documentLetter, (letter) => mailDocument(context, letter))];
}

/** Checks the role again when the letter leaves: a person who has left the organization sends nothing in its name. */
export async function mailDocument({ db, mailer, supportEmail }: MailContext, letter: DocumentLetter): Promise<void> {
  const { organizationId, documentId, userId, email } = letter;
  const name = await findSendingOrganization(db, organizationId, userId);
  const document = await findDocumentHead(db, organizationId, documentId);
  if (!name || !document) return;
  const file = await readAttachment(db, organizationId, documentId);
  const content = describe(document, preventAutolinks(name), supportEmail);
  await mailer.send(email, { ...content, attachments: [file] });
}

/** Nothing of it but the organization's name comes from the sender. */
function describe(document: DocumentHead, name: string, supportEmail: string): LetterContent {
  const title = documentTitle(document);
  const sent = `Организация ${quoted(name)} отправляет вам документ: ${lowerFirst(title)} на ${formatMoney(document)}.`;
  const toPay = 'Реквизиты и назначение платежа стоят в счёте. Назначение не меняйте: по нему мы узнаём плательщика.';
  return {
    subject: `${title}: ${quoted(name)}`,
    paragraphs: [`${sent} Он приложен к письму.`, ...(document.kind === 'invoice' ? [toPay] : [])],
    note: `Если вы не ждали этого письма, удалите его. Если такие письма приходят снова, напишите нам: ${supportEmail}.`,
  };
}

/** An abbreviation stays: «УПД». */
function lowerFirst(title: string): string {
  return /^[А-ЯЁ][а-яё]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

/** «Счёт № КЗ-000123». */
function documentTitle({ kind, number }: Pick<DocumentHead, 'kind' | 'number'>): string {
  return `${documentKinds[kind]} № ${number}`;
}
