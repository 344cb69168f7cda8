import type { Transaction } from '../../db/database.ts';
import { deleteLettersNaming, deleteLettersTo } from './store.ts';

/** Deletes letters to the person and letters to others that name them. */
export async function forgetLetters(
  tx: Transaction,
  { own, others, name }: { own: string[]; others: string[]; name: string },
): Promise<void> {
  await deleteLettersTo(tx, own);
  await deleteLettersNaming(tx, others, name);
}
