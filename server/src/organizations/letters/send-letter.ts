import { readBalances } from '../../money/ledger/balances.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { unlinked } from '../../platform/mail/unlinked.ts';
import { describeEvent } from './describe-event.ts';
import { type OrganizationEvent, rolesToldOf } from './events.ts';
import { eventLetter, summaryLetter, type ToldEvent } from './letters.ts';
import { findRecipient, type LetterRow, selectLetterRows, selectNames } from './store.ts';

export interface LetterContext {
  db: Database;
  mailer: Mailer;
  publicUrl: string;
  supportEmail: string;
}

/** Who may be told is decided now, not when it happened: a removed member or a former accountant gets nothing. */
export async function sendLetter({ db, mailer, ...site }: LetterContext, letterId: string): Promise<void> {
  const found = await findRecipient(db, letterId);
  if (!found) return;
  const recipient = { ...found, organizationName: unlinked(found.organizationName) };
  const rows = (await selectLetterRows(db, letterId)).filter(
    ({ kind, isPersonal }) => isPersonal || rolesToldOf(kind).includes(recipient.role),
  );
  if (rows.length === 0) return;
  const names = await selectNames(db, rows.flatMap(peopleIn));
  const balances = await readBalances(db, recipient.organizationId);
  const events = rows.map((row): ToldEvent => {
    const event = row as Pick<OrganizationEvent, 'kind' | 'details'>;
    const nameOf = (id: string) => unlinked(names.get(id) ?? 'удалённый пользователь');
    const told = describeEvent(event, { ...site, ...recipient, nameOf, balances, isPersonal: row.isPersonal });
    return { ...told, createdAt: row.createdAt };
  });
  const [only] = events;
  const letter = events.length === 1 && only ? eventLetter(recipient, only) : summaryLetter(recipient, events, site);
  await mailer.send(recipient.email, letter);
}

function peopleIn({ details }: LetterRow): string[] {
  const people = details as Partial<Record<'payerId' | 'requestedById' | 'memberId' | 'actorId', string | null>>;
  return [people.payerId, people.requestedById, people.memberId, people.actorId].flatMap((id) => id ?? []);
}
