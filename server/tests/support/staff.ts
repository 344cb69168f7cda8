import type { StaffRole } from '@kazna/contract/shared/permissions';
import type { TestApp } from './app.ts';
import { type SignedIn, signedInPerson } from './organizations.ts';

/** With a session that was confirmed just now. */
export async function newStaff(app: TestApp, role: StaffRole, name = 'Ольга'): Promise<SignedIn> {
  const person = await signedInPerson(app, name);
  await app.db.queryText('update users set operator_role = $2 where id = $1', [person.id, role]);
  await confirmSessions(app, person.id);
  return person;
}

/** The time is passed so that it is over in the test: it counts for ten minutes. */
export async function confirmSessions({ db }: TestApp, userId: string, ago = '0 seconds'): Promise<void> {
  const confirmed = 'update sessions set identity_confirmed_at = now() - $2::interval where user_id = $1';
  await db.queryText(confirmed, [userId, ago]);
}
