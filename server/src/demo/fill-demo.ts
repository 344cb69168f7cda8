import { type ConsentDocument, consentDocuments } from '@kazna/contract/info';
import type { OrganizationForm } from '@kazna/contract/organizations';
import type { OrganizationRole } from '@kazna/contract/permissions';
import { acceptDocuments } from '../accounts/accept-documents.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { newReferralCode } from '../accounts/sign-up.ts';
import type { Database, Transaction } from '../db/database.ts';
import { uuidv7 } from '../db/uuid.ts';
import { holdAccount } from '../ledger/balances.ts';
import { foundOrganization } from '../organizations/found-organization.ts';
import { openPersonalOrganization } from '../organizations/open-personal-organization.ts';
import { companies, firstNames, lastNames } from './names.ts';
import { type Random, seededRandom } from './random.ts';
import { addUp, insertPayments, insertPerson, insertTraces, insertTransfers, isEmpty } from './store.ts';
import { liveThroughYear } from './year.ts';

export interface Demo {
  password: string;
  signIns: { email: string; role: string }[];
  payments: number;
}

const password = 'demo-kazna-2026';
const yearMs = 365 * 24 * 60 * 60 * 1000;

/** A year of believable data, all or nothing. Only an empty database takes it. */
export async function fillDemo(
  db: Database,
  documentVersions: Record<ConsentDocument, string>,
  now = Date.now(),
): Promise<Demo | null> {
  if (!(await isEmpty(db))) return null;
  const random = seededRandom(2026);
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const people = await registerPeople(tx, passwordHash, documentVersions, now - yearMs);
    let payments = 0;
    for (const [index, company] of companies.entries()) {
      payments += await runCompany(tx, random, company, teamOf(people, index), now);
    }
    await addUp(tx);
    const signIns = [
      { email: emailOf(0), role: 'владелец всех организаций' },
      { email: emailOf(1), role: 'бухгалтер' },
      { email: emailOf(2), role: 'участник' },
    ];
    return { password, signIns, payments };
  });
}

function emailOf(index: number): string {
  return `demo${index + 1}@kazna.local`;
}

async function registerPeople(
  tx: Transaction,
  passwordHash: string,
  documentVersions: Record<ConsentDocument, string>,
  at: number,
): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < 30; index += 1) {
    const createdAt = new Date(at + index * 60_000);
    const id = uuidv7(createdAt.getTime());
    const name = `${firstNames[index % firstNames.length]} ${lastNames[(index * 7) % lastNames.length]}`;
    await insertPerson(tx, {
      id,
      email: emailOf(index),
      name,
      passwordHash,
      referralCode: newReferralCode(),
      createdAt,
    });
    await acceptDocuments(tx, { documents: consentDocuments, userId: id, address: '127.0.0.1' }, documentVersions);
    await openPersonalOrganization(tx, id);
    ids.push(id);
  }
  return ids;
}

/** The first three people are everywhere, so that each of them has something to look at. */
function teamOf(people: string[], index: number): [userId: string, role: OrganizationRole][] {
  const [owner = '', accountant = '', member = ''] = people;
  const others = people.slice(3 + index * 5, 8 + index * 5);
  return [
    [owner, 'owner'],
    [accountant, 'accountant'],
    [member, 'member'],
    ...others.map((id, place): [string, OrganizationRole] => [id, place === 0 ? 'admin' : 'member']),
  ];
}

async function runCompany(
  tx: Transaction,
  random: Random,
  company: OrganizationForm,
  team: [userId: string, role: OrganizationRole][],
  now: number,
): Promise<number> {
  const organizationId = await foundOrganization(tx, company, team);
  const spendMinor = random.between(500_00, 5_000_00);
  const { payments, transfers } = liveThroughYear(
    random,
    team.map(([userId]) => userId),
    now,
    spendMinor,
  );
  await insertPayments(tx, organizationId, payments);
  await insertTraces(tx, organizationId);
  const accounts = {
    organization: await holdAccount(tx, { organizationId }, 'RUB'),
    clearing: await holdAccount(tx, 'clearing', 'RUB'),
    revenue: await holdAccount(tx, 'revenue', 'RUB'),
  };
  await insertTransfers(tx, accounts, transfers);
  return payments.length;
}
