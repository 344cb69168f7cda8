import type { Business } from '@kazna/contract/admin/business';
import type { BusinessPictures } from '@kazna/contract/admin/business-pictures';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import { findPictures } from './pictures-store.ts';

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

/** What staff gave of the business's brand; nulls before they did. A logo without a short name stands beside the full one. */
export async function selectBrand(
  db: Queries,
): Promise<{ name: string | null; color: string | null; logoId: string | null }> {
  const [row] = await db.query<{ name: string | null; color: string | null; logoId: string | null }>(sql`
    select coalesce(b.data ->> 'shortName', case when p.logo_id is not null then b.data ->> 'name' end) as name,
      b.data ->> 'color' as color, p.logo_id as "logoId"
    from (select 1) one
      left join (select data from business_versions order by version desc limit 1) b on true
      left join (select logo_id from business_picture_versions order by version desc limit 1) p on true`);
  return row ?? { name: null, color: null, logoId: null };
}

export type DocumentedBusiness = Business & { pictures?: BusinessPictures | undefined };

/** Null until staff said who sells. */
export async function readBusiness(db: Queries): Promise<DocumentedBusiness | null> {
  const business = await findBusiness(db);
  if (!business) return null;
  const { version, ...pictures } = await findPictures(db);
  return { ...business.data, ...(version > 0 && { pictures }) };
}
