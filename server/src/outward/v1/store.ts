import type { Organization } from '@kazna/contract/v1/organizations';
import { balancesV1 } from '../../money/ledger/reads.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import { allOf, sql } from '../../platform/db/sql.ts';

const organizationColumns = sql`
  o.id, o.external_id as "externalId", o.kind, o.name, o.status, o.inn, o.metadata, o.created_at as "createdAt",
  ${balancesV1} as balances`;

/** By the external id at most one: the open organization, else the one closed last. */
export function selectOrganizations(
  db: Queries,
  { limit, cursor }: PageRequest,
  externalId?: string,
): Promise<Organization[]> {
  const named = sql`o.id = (
    select id from organizations where external_id = ${externalId} order by status = 'closed', closed_at desc limit 1)`;
  const where = allOf(cursor && sql`o.id < ${cursor}`, externalId && named);
  return db.query<Organization>(sql`
    select ${organizationColumns} from organizations o where ${where} order by o.id desc limit ${limit + 1}`);
}

export async function findOrganization(db: Queries, id: string): Promise<Organization | null> {
  const [row] = await db.query<Organization>(sql`
    select ${organizationColumns} from organizations o where o.id = ${id}`);
  return row ?? null;
}
