import { createOrganization } from '@kazna/contract/cabinet/organization-forms';
import type { Organization } from '@kazna/contract/cabinet/organizations';
import type { OrganizationRole } from '@kazna/contract/shared/permissions';
import { innFault } from '@kazna/contract/shared/requisites';
import { insertMembership } from '../../src/organizations/members-store.ts';
import type { TestApp } from './app.ts';
import { createPerson, newPerson, type Person, signInPerson } from './people.ts';

export type SignedIn = Person & { id: string; token: string; refreshToken: string };

export async function signedInPerson(app: TestApp, name = 'Мария'): Promise<SignedIn> {
  const person = await createPerson(app, { ...newPerson(), name });
  const { accessToken, refreshToken } = await signInPerson(app, person);
  return { ...person, token: accessToken, refreshToken };
}

let inns = 770_000_000;

/** A valid ИНН of a company, unique in this process. */
export function newInn(): string {
  inns += 1;
  for (let digit = 0; digit < 10; digit += 1) if (innFault(`${inns}${digit}`, 10) === null) return `${inns}${digit}`;
  throw new Error(`no check digit for ${inns}`);
}

export function companyBody(inn = newInn()) {
  return { kind: 'company' as const, name: 'ООО «Ромашка»', inn, kpp: '771401001', ogrn: '1027700132195' };
}

export async function openCompany(app: TestApp, owner: SignedIn, body = companyBody()): Promise<Organization> {
  const { status, body: company } = await app.call(createOrganization, { body }, { token: owner.token });
  if (status !== 201) throw new Error(`create answered ${status} ${JSON.stringify(company)}`);
  return company;
}

export async function addMember(
  { db }: TestApp,
  organizationId: string,
  { id: userId }: { id: string },
  role: OrganizationRole = 'member',
): Promise<void> {
  await insertMembership(db, { organizationId, userId, role });
}

export async function newMember(app: TestApp, organizationId: string, role: OrganizationRole = 'member') {
  const person = await signedInPerson(app);
  await addMember(app, organizationId, person, role);
  return person;
}

/** Roles by user id. */
export async function rolesIn({ db }: TestApp, organizationId: string): Promise<Record<string, string>> {
  const { rows } = await db.queryText('select user_id, role from memberships where organization_id = $1', [
    organizationId,
  ]);
  return Object.fromEntries(rows.map(({ user_id: userId, role }) => [userId, role]));
}

/** Waits until the work is done or `nth` statements wait for a lock. */
export async function untilDoneOrBlocked({ db }: Pick<TestApp, 'db'>, work: Promise<unknown>, nth = 1): Promise<void> {
  let isDone = false;
  const markDone = () => {
    isDone = true;
  };
  work.then(markDone, markDone);
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  while (!isDone && (await db.queryText(waiting)).rows.length < nth) await new Promise(setImmediate);
}
