import { isOptional } from '@kazna/contract/cabinet/notifications';
import type { Money } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import type { Database, Queries } from '../platform/db/database.ts';
import { type Attachment, formatLetterTime, type LetterContent, preventAutolinks } from '../platform/mail/letter.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import { describeNotifications } from './describe.ts';
import { audiencesVisibleTo, type NotificationKinds } from './kind.ts';
import { type Addressee, findAddressee, findOnlyCategory, type LetterRow, selectLetterRows } from './letters-store.ts';
import type { Directory } from './reads.ts';
import type { Conversation, NotificationText, Site } from './texts.ts';
import { signUnsubscribeToken } from './unsubscribe.ts';

export interface LetterContext extends Site {
  db: Database;
  mailer: Mailer;
  kinds: NotificationKinds;
  directory: Directory;
  readBalances: (db: Queries, organizationId: string) => Promise<Money[]>;
  readDocument: (organizationId: string, documentId: string) => Promise<Attachment>;
  unsubscribeKey: Buffer;
  /** Where the person's answer to a letter of the conversation goes; undefined without a mailbox that is read. */
  answerTo?: ((conversation: Conversation, userId: string) => NonNullable<LetterContent['answer']>) | undefined;
}

type DatedText = NotificationText & { createdAt: string };

const maxListed = 20;

export async function sendLetter(context: LetterContext, letterId: string): Promise<void> {
  const { db, mailer, readDocument, unsubscribeKey, publicUrl, answerTo } = context;
  const composed = await composeLetter(context, letterId);
  if (!composed) return;
  const { addressee, letter, documentId, conversation } = composed;
  const attachments = documentId ? [await readDocument(addressee.organizationId, documentId)] : [];
  const category = await findOnlyCategory(db, letterId);
  const token = category && isOptional(category) && signUnsubscribeToken(unsubscribeKey, { ...addressee, category });
  await mailer.send(addressee.email, {
    ...letter,
    ...(attachments.length > 0 && { attachments }),
    ...(token && { unsubscribeUrl: `${publicUrl}/auth/unsubscribe?token=${token}` }),
    ...(conversation && {
      thread: threadOf(publicUrl, letterId, conversation),
      ...(answerTo && { answer: answerTo(conversation, addressee.userId) }),
    }),
  });
}

/** A letter that is sent twice has one id, and mail programs show it once. */
function threadOf(publicUrl: string, letterId: string, { id }: Conversation): LetterContent['thread'] {
  const { hostname } = new URL(publicUrl);
  return { id: `<${letterId}@${hostname}>`, root: `<conversation.${id}@${hostname}>` };
}

export interface ComposedLetter {
  addressee: Addressee;
  letter: LetterContent;
  /** Its file belongs to the letter. */
  documentId: string | undefined;
  conversation?: Conversation | undefined;
}

/** Recipients are checked now, not when it happened: a removed member or a former accountant gets nothing. */
export async function composeLetter(context: LetterContext, letterId: string): Promise<ComposedLetter | null> {
  const { db, directory, publicUrl } = context;
  const found = await findAddressee(db, directory, letterId);
  if (!found) return null;
  const addressee = { ...found, organizationName: preventAutolinks(found.organizationName) };
  const rows = await selectLetterRows(db, letterId, audiencesVisibleTo(addressee.role), maxListed);
  const texts = await describeRows(context, addressee, rows);
  const [first] = texts;
  if (!first) return null;
  const total = rows[0]?.total ?? 0;
  const { documentId, conversation } = first;
  if (total === 1) return { addressee, letter: singleLetter(addressee, first), documentId, conversation };
  // A summary carries no files: they are in the cabinet.
  return { addressee, letter: summaryLetter(addressee, { texts, total }, publicUrl), documentId: undefined };
}

async function describeRows(
  { db, kinds, publicUrl, supportEmail, readBalances }: LetterContext,
  { organizationId, organizationName }: Addressee,
  rows: LetterRow[],
): Promise<DatedText[]> {
  if (rows.length === 0) return [];
  const balances = await readBalances(db, organizationId);
  const described = rows.map((row) => ({ ...row, organizationId, organizationName }));
  const context = { kinds, publicUrl, supportEmail, balances, presentName: preventAutolinks };
  const texts = await describeNotifications(db, described, context);
  return texts.map((text, place) => ({ ...text, createdAt: (rows[place] as LetterRow).createdAt }));
}

function singleLetter(addressee: Addressee, text: DatedText): LetterContent {
  const { headline, sum, paragraphs, facts = [], action, note, createdAt } = text;
  const organization = quoted(addressee.organizationName);
  return {
    subject: `${headline}: ${organization}`,
    title: headline,
    name: addressee.name,
    ...(sum && { sum }),
    paragraphs,
    facts: [...facts, ['Организация', organization], ['Когда', formatLetterTime(createdAt, addressee.timezone)]],
    ...(action && { action }),
    ...(note && { note }),
  };
}

function summaryLetter(
  { name, organizationId, organizationName, timezone }: Addressee,
  { texts, total }: { texts: DatedText[]; total: number },
  publicUrl: string,
): LetterContent {
  const rest = total - texts.length;
  return {
    subject: `Новые события (${total}): ${quoted(organizationName)}`,
    name,
    paragraphs: [
      `В организации ${quoted(organizationName)} произошло сразу несколько событий. Собрали их в одно письмо.`,
      ...(rest > 0 ? [`И ещё ${rest}. Все они видны в личном кабинете.`] : []),
    ],
    facts: texts.map(({ headline, createdAt }) => [formatLetterTime(createdAt, timezone), headline]),
    action: { label: 'Открыть личный кабинет', url: `${publicUrl}/dashboard/${organizationId}` },
  };
}
