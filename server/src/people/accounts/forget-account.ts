import type { Queries, Transaction } from '../../platform/db/database.ts';
import { endSessionsBut } from './sessions/end-sessions.ts';
import { anonymiseUser, deleteAccess, forgetConsentAddresses, getUser, selectWantedAddresses } from './store.ts';

/** The row stays for foreign keys, without access and without personal data; its e-mail becomes free. */
export async function forgetAccount(tx: Transaction, userId: string): Promise<void> {
  await forgetConsentAddresses(tx, userId);
  await endSessionsBut(tx, userId);
  await deleteAccess(tx, userId);
  await anonymiseUser(tx, userId);
}

/** The person's address and pending new ones. */
export async function listAddresses(db: Queries, { id, email }: { id: string; email: string }): Promise<string[]> {
  return [email, ...(await selectWantedAddresses(db, id))];
}

export async function isStaffAdmin(db: Queries, userId: string): Promise<boolean> {
  return (await getUser(db, userId)).operatorRole === 'admin';
}
