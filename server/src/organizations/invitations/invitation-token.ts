import type { Queries } from '../../platform/db/database.ts';
import { findByToken, type InvitationLetterRow } from './store.ts';

/** The pending invitation whose letter brought the token: whoever has it reads the invited mailbox. */
export function findInvitationByToken(
  db: Queries,
  hash: Buffer,
): Promise<(InvitationLetterRow & { id: string }) | null> {
  return findByToken(db, hash);
}
