import { isOptional } from '@kazna/contract/cabinet/notifications';
import type { Money } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import type { Database, Queries } from '../platform/db/database.ts';
import type { Attachment, LetterContent } from '../platform/mail/letter.ts';
import { formatLetterTime } from '../platform/mail/letter-time.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import { preventAutolinks } from '../platform/mail/prevent-autolinks.ts';
import { describeNotifications } from './describe.ts';
import { audiencesVisibleTo, type NotificationKinds } from './kind.ts';
import { type Addressee, findAddressee, findOnlyCategory, type LetterRow, selectLetterRows } from './letters-store.ts';
import type { Directory } from './reads.ts';
import type { NotificationText, Site } from './texts.ts';
import { signUnsubscribeToken } from './unsubscribe.ts';

export interface LetterContext extends Site {
  db: Database;
  mailer: Mailer;
  kinds: NotificationKinds;
  directory: Directory;
  readBalances: (db: Queries, organizationId: string) => Promise<Money[]>;
  readDocument: (organizationId: string, documentId: string) => Promise<Attachment>;
  unsubscribeKey: Buffer;
}

type DatedText = NotificationText & { createdAt: string };

const maxListed = 20;

/** Recipients are checked now, not when it happened: a removed member or a former accountant gets nothing. */
export async function sendLetter(context: LetterContext, letterId: string): Promise<void> {
  const { db, mailer, directory, readDocument, unsubscribeKey, publicUrl } = context;
  const found = await findAddressee(db, directory, letterId);
  if (!found) return;
  const addressee = { ...found, organizationName: preventAutolinks(found.organizationName) };
  const rows = await selectLetterRows(db, letterId, audiencesVisibleTo(addressee.role), maxListed);
  const texts = await describeRows(context, addressee, rows);
  const [first] = texts;
  if (!first) return;
  const total = rows[0]?.total ?? 0;
  const isSummary = total > 1;
  const letter = isSummary ? summaryLetter(addressee, { texts, total }, publicUrl) : singleLetter(addressee, first);
  // A summary carries no files: they are in the cabinet.
  const documentId = isSummary ? undefined : first.documentId;
  const attachments = documentId ? [await readDocument(addressee.organizationId, documentId)] : [];
  const category = await findOnlyCategory(db, letterId);
  const token = category && isOptional(category) && signUnsubscribeToken(unsubscribeKey, { ...addressee, category });
  await mailer.send(addressee.email, {
    ...letter,
    ...(attachments.length > 0 && { attachments }),
    ...(token && { unsubscribeUrl: `${publicUrl}/auth/unsubscribe?token=${token}` }),
  });
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
  const { headline, paragraphs, action, note, createdAt } = text;
  return {
    subject: `${headline}: ${quoted(addressee.organizationName)}`,
    name: addressee.name,
    paragraphs: [...paragraphs, `Когда: ${formatLetterTime(createdAt, addressee.timezone)}.`],
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
      ...texts.map(({ headline, createdAt }) => `${formatLetterTime(createdAt, timezone)}. ${headline}.`),
      ...(rest > 0 ? [`И ещё ${rest}. Все они видны в личном кабинете.`] : []),
    ],
    action: { label: 'Открыть личный кабинет', url: `${publicUrl}/dashboard/${organizationId}` },
  };
}
