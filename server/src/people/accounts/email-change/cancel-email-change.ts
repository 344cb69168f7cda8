import type { Queries } from '../../../platform/db/database.ts';
import { discardLetterTokens } from '../store.ts';

/** The person stays with the address they have; a letter that is on its way opens nothing. */
export async function cancelEmailChange(db: Queries, userId: string): Promise<void> {
  await discardLetterTokens(db, userId, 'change_email');
}
