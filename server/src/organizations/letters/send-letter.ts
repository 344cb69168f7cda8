import { readBalances } from '../../money/ledger/balances.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Attachment } from '../../platform/mail/letter.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { preventAutolinks } from '../../platform/mail/prevent-autolinks.ts';
import { describeEvent } from './describe-event.ts';
import { type OrganizationEvent, rolesNotifiedOf } from './events.ts';
import { type DatedEventText, eventLetter, summaryLetter } from './letters.ts';
import { findRecipient, type LetterRow, selectLetterRows, selectNames } from './store.ts';

export interface LetterContext {
  db: Database;
  mailer: Mailer;
  publicUrl: string;
  supportEmail: string;
  /** The file of one of the organization's documents. */
  readDocument: (organizationId: string, documentId: string) => Promise<Attachment>;
}

/** Recipients are checked now, not when the event happened: a removed member or a former accountant gets nothing. */
export async function sendLetter(
  { db, mailer, readDocument, ...site }: LetterContext,
  letterId: string,
): Promise<void> {
  const found = await findRecipient(db, letterId);
  if (!found) return;
  const recipient = { ...found, organizationName: preventAutolinks(found.organizationName) };
  const rows = (await selectLetterRows(db, letterId)).filter(
    ({ kind, isPersonal }) => isPersonal || rolesNotifiedOf(kind).includes(recipient.role),
  );
  if (rows.length === 0) return;
  const names = await selectNames(db, rows.flatMap(peopleIn));
  const balances = await readBalances(db, recipient.organizationId);
  const events = rows.map((row): DatedEventText => {
    const event = row as Pick<OrganizationEvent, 'kind' | 'details'>;
    const nameOf = (id: string) => preventAutolinks(names.get(id) ?? 'удалённый пользователь');
    const text = describeEvent(event, { ...site, ...recipient, nameOf, balances, isPersonal: row.isPersonal });
    return { ...text, createdAt: row.createdAt };
  });
  const [only] = events;
  const letter = events.length === 1 && only ? eventLetter(recipient, only) : summaryLetter(recipient, events, site);
  // A summary carries no files: they are in the cabinet.
  const documentId = events.length === 1 ? only?.documentId : undefined;
  const attachments = documentId ? [await readDocument(recipient.organizationId, documentId)] : [];
  await mailer.send(recipient.email, { ...letter, ...(attachments.length > 0 && { attachments }) });
}

function peopleIn({ details }: LetterRow): string[] {
  const people = details as Partial<Record<'payerId' | 'requestedById' | 'memberId' | 'actorId', string | null>>;
  return [people.payerId, people.requestedById, people.memberId, people.actorId].flatMap((id) => id ?? []);
}
