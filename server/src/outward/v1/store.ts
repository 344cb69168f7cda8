import type { Organization } from '@kazna/contract/v1/organizations';
import type { Queries } from '../../platform/db/database.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import { allOf, sql } from '../../platform/db/sql.ts';

const organizationColumns = sql`
  o.id, o.external_id as "externalId", o.kind, o.name, o.status, o.inn, o.metadata, o.created_at as "createdAt",
  coalesce((
    select json_agg(json_build_object('currency', a.currency, 'balanceMinor', a.balance_minor,
      'heldMinor', coalesce(h.balance_minor, 0), 'availableMinor', a.balance_minor + a.credit_limit_minor,
      'creditLimitMinor', a.credit_limit_minor) order by a.currency)
    from ledger_accounts a left join ledger_accounts h
      on h.organization_id = a.organization_id and h.kind = 'held' and h.currency = a.currency
    where a.kind = 'organization' and a.organization_id = o.id
  ), '[]') as balances`;

export function selectOrganizations(
  db: Queries,
  { limit, cursor }: PageRequest,
  externalId?: string,
): Promise<Organization[]> {
  const where = allOf(cursor && sql`o.id < ${cursor}`, externalId && sql`o.external_id = ${externalId}`);
  return db.query<Organization>(sql`
    select ${organizationColumns} from organizations o where ${where} order by o.id desc limit ${limit + 1}`);
}

export async function findOrganization(db: Queries, id: string): Promise<Organization | null> {
  const [row] = await db.query<Organization>(sql`
    select ${organizationColumns} from organizations o where o.id = ${id}`);
  return row ?? null;
}
