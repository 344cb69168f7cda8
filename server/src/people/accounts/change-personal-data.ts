import type { profileForm } from '@kazna/contract/cabinet/profile';
import type { z } from 'zod/mini';
import type { Queries } from '../../platform/db/database.ts';
import { updatePerson } from './store.ts';

export async function changePersonalData(
  db: Queries,
  userId: string,
  form: z.output<typeof profileForm>,
): Promise<void> {
  await updatePerson(db, userId, form);
}
