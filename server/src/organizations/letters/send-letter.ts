import { isOptional } from '@kazna/contract/cabinet/notifications';
import { readBalances } from '../../money/ledger/balances.ts';
import type { Database } from '../../platform/db/database.ts';
import { type Attachment, preventAutolinks } from '../../platform/mail/letter.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { audiencesVisibleTo } from './audiences.ts';
import { describeEvent } from './describe-event.ts';
import type { OrganizationEvent } from './events.ts';
import { type DatedEventText, eventLetter, maxListedEvents, summaryLetter } from './letters.ts';
import { namesIn } from './names-in.ts';
import { findAddressee, findOnlyCategory, selectLetterRows } from './store.ts';
import { signUnsubscribeToken } from './unsubscribe-token.ts';

export interface LetterContext {
  db: Database;
  mailer: Mailer;
  publicUrl: string;
  supportEmail: string;
  readDocument: (organizationId: string, documentId: string) => Promise<Attachment>;
  unsubscribeKey: Buffer;
}

/** Recipients are checked now, not when the event happened: a removed member or a former accountant gets nothing. */
export async function sendLetter(
  { db, mailer, readDocument, unsubscribeKey, ...site }: LetterContext,
  letterId: string,
): Promise<void> {
  const found = await findAddressee(db, letterId);
  if (!found) return;
  const addressee = { ...found, organizationName: preventAutolinks(found.organizationName) };
  const rows = await selectLetterRows(db, letterId, audiencesVisibleTo(addressee.role), maxListedEvents);
  const [first] = rows;
  if (!first) return;
  const nameOf = await namesIn(db, rows);
  const balances = await readBalances(db, addressee.organizationId);
  const events = rows.map((row): DatedEventText => {
    const event = row as Pick<OrganizationEvent, 'kind' | 'details'>;
    const context = { ...site, ...addressee, balances, isPersonal: row.audience === 'person' };
    const text = describeEvent(event, { ...context, nameOf: (id) => preventAutolinks(nameOf(id)) });
    return { ...text, createdAt: row.createdAt };
  });
  const [only] = events;
  const isSummary = first.total > 1 || !only;
  const letter = isSummary
    ? summaryLetter(addressee, { events, total: first.total }, site)
    : eventLetter(addressee, only);
  // A summary carries no files: they are in the cabinet.
  const documentId = isSummary ? undefined : only.documentId;
  const attachments = documentId ? [await readDocument(addressee.organizationId, documentId)] : [];
  const category = await findOnlyCategory(db, letterId);
  const token = category && isOptional(category) && signUnsubscribeToken(unsubscribeKey, { ...addressee, category });
  await mailer.send(addressee.email, {
    ...letter,
    ...(attachments.length > 0 && { attachments }),
    ...(token && { unsubscribeUrl: `${site.publicUrl}/auth/unsubscribe?token=${token}` }),
  });
}
