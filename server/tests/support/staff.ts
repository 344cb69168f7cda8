import type { StaffRole } from '@kazna/contract/shared/permissions';
import type { TestApp } from './app.ts';
import { type SignedIn, signedInPerson } from './organizations.ts';

export async function newStaff(app: TestApp, role: StaffRole, name = 'Ольга'): Promise<SignedIn> {
  const person = await signedInPerson(app, name);
  await app.db.queryText('update users set operator_role = $2 where id = $1', [person.id, role]);
  return person;
}
