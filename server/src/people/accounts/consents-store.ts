import type { GivenConsent } from '@kazna/contract/cabinet/consents';
import type { ConsentKind } from '@kazna/contract/cabinet/info';
import type { Queries } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';

export interface Consent {
  userId: string;
  document: ConsentKind;
  version: string;
  organizationId?: string | undefined;
  address: string | null;
}

/** Agreeing again to the same version changes nothing: the first time counts. */
export async function recordConsent(
  db: Queries,
  { userId, document, version, organizationId = undefined, address }: Consent,
): Promise<void> {
  await db.query(sql`
    insert into consents (id, user_id, document, version, organization_id, address)
    select ${uuidv7()}, ${userId}, ${document}, ${version}, ${organizationId ?? null}::uuid, ${address}::inet
    where not exists (
      select from consents c where c.user_id = ${userId} and c.document = ${document} and c.version = ${version}
        and c.organization_id is not distinct from ${organizationId ?? null}::uuid and c.withdrawn_at is null)`);
}

/** Newest first. */
export function selectOwnConsents(db: Queries, userId: string): Promise<GivenConsent[]> {
  return db.query<GivenConsent>(sql`
    select c.id, c.document, c.version, o.name as "organizationName", c.accepted_at as "acceptedAt",
      c.withdrawn_at as "withdrawnAt"
    from consents c left join organizations o on o.id = c.organization_id
    where c.user_id = ${userId} order by c.accepted_at desc, c.id desc limit 200`);
}

/** Returns false when there was none in force. */
export async function withdrawConsents(db: Queries, userId: string, document: ConsentKind): Promise<boolean> {
  const rows = await db.query(sql`
    update consents set withdrawn_at = greatest(now(), accepted_at)
    where user_id = ${userId} and document = ${document} and withdrawn_at is null returning id`);
  return rows.length > 0;
}
