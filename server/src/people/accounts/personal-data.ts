import type { ConsentKind } from '@kazna/contract/cabinet/info';
import type { profileForm } from '@kazna/contract/cabinet/profile';
import type { z } from 'zod/mini';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { deleteDismissalsOf } from '../first-steps-store.ts';
import { deleteViewsOf } from '../saved-views/saved-views-store.ts';
import { recordConsent } from './consents-store.ts';
import { selectWantedAddresses } from './letter-tokens-store.ts';
import { endSessionsBut } from './sessions/sessions-store.ts';
import { anonymizeUser, deleteAccess, deleteConsentAddresses, getUser, updatePerson } from './store.ts';

export async function changePersonalData(
  db: Queries,
  userId: string,
  form: z.output<typeof profileForm>,
): Promise<void> {
  await updatePerson(db, userId, form);
}

export async function acceptDocuments(
  tx: Transaction,
  { documents, userId, address }: { documents: readonly ConsentKind[]; userId: string; address: string },
  versions: Record<ConsentKind, string>,
): Promise<void> {
  for (const document of documents) await recordConsent(tx, { userId, document, version: versions[document], address });
}

/** Throws when a version is not the one in force: people agree only to texts that they have seen. */
export function requireCurrentVersions(
  seen: readonly { document: ConsentKind; version: string }[],
  versions: Record<ConsentKind, string>,
): ConsentKind[] {
  return seen.map(({ document, version }) => {
    if (version !== versions[document]) throw new Problem('document_changed');
    return document;
  });
}

/** The row stays for foreign keys, without access and without personal data; its e-mail becomes free. */
export async function anonymizeAccount(tx: Transaction, userId: string): Promise<void> {
  await deleteConsentAddresses(tx, userId);
  await endSessionsBut(tx, userId);
  await deleteAccess(tx, userId);
  await deleteViewsOf(tx, userId);
  await deleteDismissalsOf(tx, userId);
  await anonymizeUser(tx, userId, { name: deletedPersonName, placeholder: placeholderEmail(userId) });
}

/** The person's address and pending new ones. */
export async function listAddresses(db: Queries, { id, email }: { id: string; email: string }): Promise<string[]> {
  return [email, ...(await selectWantedAddresses(db, id))];
}

export async function isStaffAdmin(db: Queries, userId: string): Promise<boolean> {
  return (await getUser(db, userId)).operatorRole === 'admin';
}

/** The domain `invalid` is reserved: no letter reaches it and it cannot be registered. */
export function placeholderEmail(userId: string): string {
  return `deleted-${userId}@invalid`;
}

const deletedPersonName = 'Удалённый пользователь';
