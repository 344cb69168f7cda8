import type { ExternalProviderId } from '@kazna/contract/cabinet/external-sign-in';
import type { Queries, Transaction } from '../../../platform/db/database.ts';
import { sql } from '../../../platform/db/sql.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import type { ExternalPerson } from './provider.ts';

export interface ExternalIdentity {
  provider: ExternalProviderId;
  issuer: string;
  subject: string;
  label: string;
}

export interface StoredLink {
  id: string;
  userId: string;
  provider: ExternalProviderId;
  label: string;
  createdAt: string;
  lastUsedAt: string | null;
}

const linkColumns = sql`
  id, user_id as "userId", provider, label, created_at as "createdAt", last_used_at as "lastUsedAt"`;

export async function findLink(
  db: Queries,
  { issuer, subject }: Pick<ExternalIdentity, 'issuer' | 'subject'>,
): Promise<StoredLink | null> {
  const [row] = await db.query<StoredLink>(sql`
    select ${linkColumns} from external_identities where issuer = ${issuer} and subject = ${subject}`);
  return row ?? null;
}

export function selectLinks(db: Queries, userId: string): Promise<StoredLink[]> {
  return db.query<StoredLink>(sql`
    select ${linkColumns} from external_identities where user_id = ${userId} order by id`);
}

/** Returns null when the identity is linked already, to whomever. */
export async function insertLink(db: Queries, userId: string, identity: ExternalIdentity): Promise<StoredLink | null> {
  const { provider, issuer, subject, label } = identity;
  const [row] = await db.query<StoredLink>(sql`
    insert into external_identities (id, user_id, provider, issuer, subject, label)
    values (${uuidv7()}, ${userId}, ${provider}, ${issuer}, ${subject}, ${label})
    on conflict (issuer, subject) do nothing
    returning ${linkColumns}`);
  return row ?? null;
}

/** Returns false when the link was removed meanwhile. */
export async function updateLinkUsed(db: Queries, id: string, userId: string): Promise<boolean> {
  const rows = await db.query(sql`
    update external_identities set last_used_at = now() where id = ${id} and user_id = ${userId} returning id`);
  return rows.length > 0;
}

/** Null for a missing one and for another person's. */
export async function deleteLink(
  db: Queries,
  { userId, linkId }: { userId: string; linkId: string },
): Promise<StoredLink | null> {
  const [row] = await db.query<StoredLink>(sql`
    delete from external_identities where id = ${linkId} and user_id = ${userId} returning ${linkColumns}`);
  return row ?? null;
}

export async function deleteLinks(db: Queries, userId: string): Promise<void> {
  await db.query(sql`delete from external_identities where user_id = ${userId}`);
}

/** Before a removal, so that of two at once the second sees what the first has left. */
export async function lockPerson(tx: Transaction, userId: string): Promise<void> {
  await tx.query(sql`select from users where id = ${userId} for no key update`);
}

/** A password, a passkey, or a link to one of the issuers: that of a provider no longer configured opens nothing. */
export async function hasWayIn(tx: Transaction, userId: string, issuers: string[]): Promise<boolean> {
  const rows = await tx.query(sql`
    select from users u where u.id = ${userId} and (u.password_hash <> 'none'
      or exists (select from passkeys p where p.user_id = u.id)
      or exists (select from external_identities e where e.user_id = u.id and e.issuer = any(${issuers}::text[])))`);
  return rows.length > 0;
}

/** What a visit has come back with. */
export type Outcome = { person: ExternalPerson } | { problem: 'external_declined' | 'external_failed' };

const outcomeSeconds = 30 * 60;

/** Atomic: of two callbacks with one ticket exactly one returns true. */
export async function insertVisit(db: Queries, hash: Buffer): Promise<boolean> {
  const rows = await db.query(sql`
    insert into external_visits (hash, expires_at) values (${hash}, now() + make_interval(secs => ${outcomeSeconds}))
    on conflict do nothing returning hash`);
  return rows.length > 0;
}

export async function updateOutcome(db: Queries, hash: Buffer, outcome: Outcome): Promise<void> {
  await db.query(sql`
    update external_visits set outcome = ${JSON.stringify(outcome)}::jsonb where hash = ${hash} and finished_at is null`);
}

export async function findOutcome(db: Queries, hash: Buffer): Promise<Outcome | null> {
  const [row] = await db.query<{ outcome: Outcome | null }>(sql`
    select outcome from external_visits where hash = ${hash} and finished_at is null and expires_at > now()`);
  return row?.outcome ?? null;
}

/** Atomic: of concurrent uses exactly one returns true. What the provider said about the person is deleted. */
export async function spendVisit(db: Queries, hash: Buffer): Promise<boolean> {
  const rows = await db.query(sql`
    update external_visits set finished_at = now(), outcome = null
    where hash = ${hash} and finished_at is null and expires_at > now() and outcome is not null returning hash`);
  return rows.length > 0;
}

export async function deleteOldVisits(db: Queries): Promise<void> {
  await db.query(sql`delete from external_visits where expires_at < now()`);
}
