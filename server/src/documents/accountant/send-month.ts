import { quoted } from '@kazna/contract/shared/quoted';
import { businessNow } from '../../platform/db/business-now.ts';
import type { Database } from '../../platform/db/database.ts';
import { everyHour, handle, type JobHandler, jobKind, type Queue, scheduledKind } from '../../platform/jobs/queue.ts';
import { type Attachment, type LetterContent, preventAutolinks } from '../../platform/mail/letter.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { monthInWords } from '../calendar.ts';
import { readAttachment } from '../document-files.ts';
import { findLastRun } from '../monthly/runs-store.ts';
import { findAddress } from './addresses-store.ts';
import { type AccountantLink, signLink } from './link-token.ts';
import { insertLetter, selectMonthDocuments, selectWaiting } from './store.ts';

interface Question {
  organizationId: string;
  email: string;
}

export const accountantQuestion = jobKind<Question>('accountant-question');
export const accountantMonth = jobKind<{ organizationId: string; period: string }>('accountant-month');
export const accountantMonths = scheduledKind('accountant-months', { retryLimit: 0 });

const batch = 100;
/** Beyond either, the letter has a link instead of files: mail servers refuse large letters. */
const maxAttached = { files: 20, bytes: 7 * 1024 * 1024 };
const fileDays = 14;

export interface AccountantMail {
  db: Database;
  queue: Queue;
  mailer: Mailer;
  publicUrl: string;
  supportEmail: string;
  /** Signs the links of letters. */
  linkKey: Buffer;
}

export function accountantJobs(context: AccountantMail): JobHandler[] {
  return [
    everyHour(accountantMonths, () => enqueueMonth(context)),
    handle(accountantQuestion, (question) => mailQuestion(context, question)),
    handle(accountantMonth, (month) => mailMonth(context, month)),
  ];
}

/** Of the last month whose documents are made. The mark and the job are one transaction, so a month is sent once. */
export async function enqueueMonth({ db, queue }: Pick<AccountantMail, 'db' | 'queue'>): Promise<void> {
  const period = (await findLastRun(db, 'months'))?.slice(0, 7);
  if (!period) return;
  for (;;) {
    const ids = await selectWaiting(db, period, batch);
    for (const organizationId of ids)
      await db.transaction(async (tx) => {
        if (await insertLetter(tx, organizationId, period))
          await queue.enqueue(tx, accountantMonth, { organizationId, period });
      });
    if (ids.length < batch) return;
  }
}

const pageOf = ({ publicUrl, linkKey }: AccountantMail, path: string, link: AccountantLink) =>
  `${publicUrl}${path}?token=${encodeURIComponent(signLink(linkKey, link))}`;

const note = (supportEmail: string) =>
  `Если вы не ждали этого письма, удалите его. Если такие письма приходят снова, напишите нам: ${supportEmail}.`;

/** Not sent once another address was chosen or this one has agreed. */
async function mailQuestion(context: AccountantMail, { organizationId, email }: Question): Promise<void> {
  const address = await findAddress(context.db, organizationId);
  if (!address || address.email !== email || address.isConfirmed) return;
  const name = quoted(preventAutolinks(address.organizationName));
  const content: LetterContent = {
    subject: `Документы ${name}: подтвердите адрес`,
    paragraphs: [
      `Организация ${name} просит присылать вам каждый месяц её закрывающие документы: акты, УПД и счета-фактуры на аванс.`,
      'Пока вы не подтвердите адрес, мы ничего не пришлём. Ссылка действует 7 дней, отказаться можно из любого письма.',
    ],
    action: {
      label: 'Получать документы',
      url: pageOf(context, '/auth/accountant', { purpose: 'confirm', organizationId, email }),
    },
    note: note(context.supportEmail),
  };
  await context.mailer.send(email, content);
}

/** Reads the address when the letter leaves: one that was stopped meanwhile gets nothing. */
async function mailMonth(
  context: AccountantMail,
  { organizationId, period }: { organizationId: string; period: string },
): Promise<void> {
  const { db, mailer, supportEmail } = context;
  const address = await findAddress(db, organizationId);
  if (!address?.isConfirmed) return;
  const { email } = address;
  const documents = await selectMonthDocuments(db, organizationId, period);
  if (documents.length === 0) return;
  const ids = documents.map(({ id }) => id);
  const attachments = await attachmentsOf(db, organizationId, ids);
  const name = quoted(preventAutolinks(address.organizationName));
  const expiresAt = new Date(Date.parse(await businessNow(db)) + fileDays * 86_400_000).toISOString();
  const files = { purpose: 'files', organizationId, email, period, expiresAt } as const;
  await mailer.send(email, {
    subject: `Документы ${name} за ${monthInWords(period)}`,
    paragraphs: [
      `Закрывающие документы организации ${name} за ${monthInWords(period)} готовы.`,
      ...(documents.some((document) => document.period !== period)
        ? ['Вместе с ними исправленные документы за прошлые месяцы: они заменяют прежние.']
        : []),
      attachments
        ? 'Файлы приложены к письму.'
        : `Файлов слишком много для письма: скачайте их одним архивом, ссылка действует ${fileDays} дней.`,
    ],
    ...(attachments
      ? { attachments }
      : { action: { label: 'Скачать документы', url: pageOf(context, '/api/documents/accountant/files', files) } }),
    note: note(supportEmail),
    unsubscribeUrl: pageOf(context, '/auth/accountant-stop', { purpose: 'stop', organizationId, email }),
  });
}

/** Null when they are too many or too large for a letter. */
async function attachmentsOf(db: Database, organizationId: string, ids: string[]): Promise<Attachment[] | null> {
  if (ids.length > maxAttached.files) return null;
  const attachments: Attachment[] = [];
  let bytes = 0;
  for (const id of ids) {
    const attachment = await readAttachment(db, organizationId, id);
    bytes += attachment.content.length;
    if (bytes > maxAttached.bytes) return null;
    attachments.push(attachment);
  }
  return attachments;
}
