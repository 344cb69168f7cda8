import { formatMoney } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import type { Database } from '../../platform/db/database.ts';
import { type LetterContent, preventAutolinks } from '../../platform/mail/letter.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { type DocumentHead, documentTitle, findDocument, readDocumentFile } from './document.ts';
import { findSendingOrganization } from './store.ts';

/** Deleting an account deletes the jobs that name its id or its address. */
export interface DocumentLetter {
  organizationId: string;
  documentId: string;
  /** Who sends it. */
  userId: string;
  email: string;
}

interface MailContext {
  db: Database;
  mailer: Mailer;
  supportEmail: string;
}

/** Asked anew when the letter leaves: who has left the organization since sends nothing in its name. */
export async function mailDocument({ db, mailer, supportEmail }: MailContext, letter: DocumentLetter): Promise<void> {
  const { organizationId, documentId, userId, email } = letter;
  const name = await findSendingOrganization(db, organizationId, userId);
  const document = await findDocument(db, organizationId, documentId);
  if (!name || !document) return;
  const file = await readDocumentFile(db, organizationId, documentId);
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
