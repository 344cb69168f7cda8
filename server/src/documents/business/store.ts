import type { Business } from '@kazna/contract/admin/business';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';

export interface BusinessVersion {
  version: number;
  data: Business;
  changedAt: string;
  /** Null after the account was deleted. */
  changedBy: string | null;
}

/** Null until staff said who sells. */
export async function findBusiness(db: Queries): Promise<BusinessVersion | null> {
  const [row] = await db.query<BusinessVersion>(sql`
    select b.version, b.data, b.created_at as "changedAt", case when u.deleted_at is null then u.name end as "changedBy"
    from business_versions b left join users u on u.id = b.created_by order by b.version desc limit 1`);
  return row ?? null;
}

/** False when there is such a version already. */
export async function insertBusiness(
  tx: Transaction,
  version: number,
  data: Business,
  createdBy: string,
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into business_versions (version, data, created_by) values (${version}, ${data}, ${createdBy})
    on conflict do nothing returning version`);
  return rows.length > 0;
}
