import { type ConsentKind, consentDocuments } from '@kazna/contract/cabinet/info';
import { personalName } from '../organizations/reads.ts';
import { newReferralCode } from '../people/accounts/create-account.ts';
import { hashPassword } from '../people/accounts/credentials.ts';
import { acceptDocuments } from '../people/accounts/personal-data.ts';
import { businessNow } from '../platform/db/business-now.ts';
import type { Database, Transaction } from '../platform/db/database.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { rebuildRevenue } from '../revenue/roll-up.ts';
import { dayBefore, hourMs, minuteMs } from './calendar.ts';
import { addCatalogue } from './catalogue.ts';
import { simulateCompany } from './company.ts';
import { simulateCustomer } from './customers.ts';
import { addDocuments } from './documents.ts';
import { companies, devices, people as names, staffName } from './names.ts';
import { insertNotifications } from './notifications-store.ts';
import { type Random, seededRandom } from './random.ts';
import {
  backdateConsents,
  insertMember,
  insertOrganization,
  insertPastSession,
  insertPerson,
  isEmpty,
  renumberPayments,
  rollUpTotals,
  withholdLetters,
} from './store.ts';
import type { DemoPerson } from './team.ts';

export interface Demo {
  password: string;
  signIns: { email: string; role: string }[];
  payments: number;
}

/** They sign in to look at companies; the others buy for themselves. */
const membersEverywhere = 3;

const password = 'demo-kazna-2026';

/** Fills an empty database. Returns null when it is not empty. */
export async function fillDemo(
  db: Database,
  documentVersions: Record<ConsentKind, string>,
  at?: number,
): Promise<Demo | null> {
  if (!(await isEmpty(db))) return null;
  const now = at ?? Date.parse(await businessNow(db));
  const random = seededRandom(2026);
  const passwordHash = await hashPassword(password);
  const { staff, owner, ...demo } = await db.transaction(async (tx) => {
    const staff = makePerson([staffName, 'staff'], dayBefore(now, 365).startMs + 8 * hourMs, 7);
    const people = names.map((name, index) => makePerson(name, registrationOf(random, index, now), 20 + index));
    await register(tx, staff, { passwordHash, operatorRole: 'finance' }, documentVersions);
    const accounts = new Map<DemoPerson, string>();
    for (const person of people)
      accounts.set(person, await register(tx, person, { passwordHash, operatorRole: null }, documentVersions));
    for (const person of [staff, ...people]) {
      const lastUsedAt = new Date(
        dayBefore(now, random.between(1, 12)).startMs + random.between(9 * 60, 19 * 60) * minuteMs,
      );
      await insertPastSession(tx, person, { device: random.pick(devices), lastUsedAt });
    }
    let payments = 0;
    const catalogue = await addCatalogue(tx, staff, new Date(dayBefore(now, 364).startMs + 9 * hourMs));
    const context = { random, people, staff, now, catalogue, notifications: [] };
    for (const company of companies) payments += await simulateCompany(tx, context, company);
    for (const [index, person] of people.entries()) {
      if (index < membersEverywhere) continue;
      const customer = { person, index, organizationId: accounts.get(person) as string };
      payments += await simulateCustomer(tx, context, customer);
    }
    await insertNotifications(tx, context.notifications);
    await renumberPayments(tx);
    await rollUpTotals(tx);
    const signIns = [
      { email: emailOf(names[0]?.[1] as string), role: 'владелец всех организаций' },
      { email: emailOf(names[1]?.[1] as string), role: 'бухгалтер' },
      { email: emailOf(names[2]?.[1] as string), role: 'участник' },
      { email: staff.email, role: 'сотрудник, раздел «Администрирование»' },
    ];
    return { password, signIns, payments, staff, owner: people[0] as DemoPerson };
  });
  await db.transaction(async (tx) => {
    await addDocuments(tx, { owner, staff, now });
    await withholdLetters(tx);
  });
  await rebuildRevenue(db);
  return demo;
}

function emailOf(login: string): string {
  return `${login}@kazna.local`;
}

/** The first three register at the start, the others over the year. */
function registrationOf(random: Random, index: number, now: number): number {
  const daysAgo = index < 3 ? 365 : Math.round(360 - (index - 3) * 13.5 - random.between(0, 6));
  return dayBefore(now, daysAgo).startMs + 9 * hourMs + random.between(0, 9 * 60) * minuteMs + index * 1000;
}

/** 203.0.113.0/24 is reserved for documentation. */
function makePerson([name, login]: readonly [string, string], at: number, host: number): DemoPerson {
  return { id: uuidv7(at), email: emailOf(login), name, createdAt: new Date(at), address: `203.0.113.${host}` };
}

/** Returns the person's own organization. */
async function register(
  tx: Transaction,
  person: DemoPerson,
  account: { passwordHash: string; operatorRole: 'finance' | null },
  documentVersions: Record<ConsentKind, string>,
): Promise<string> {
  const { id: userId, address, createdAt } = person;
  await insertPerson(tx, { ...person, ...account, referralCode: newReferralCode() });
  await acceptDocuments(tx, { documents: consentDocuments, userId, address }, documentVersions);
  await backdateConsents(tx, person);
  const organizationId = uuidv7(createdAt.getTime());
  await insertOrganization(tx, organizationId, { kind: 'person', name: personalName }, createdAt);
  await insertMember(tx, organizationId, { person, role: 'owner', joinedAt: createdAt });
  return organizationId;
}
