import type { Business } from '@kazna/contract/admin/business';
import type { BusinessPictures } from '@kazna/contract/admin/business-pictures';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { moscowDay } from '../../platform/db/moscow-day.ts';
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

/** What documents are made with. */
export type DocumentedBusiness = Business & { pictures?: BusinessPictures | undefined };

/** Null until staff said who sells. */
export async function readBusiness(db: Queries): Promise<DocumentedBusiness | null> {
  const business = await findBusiness(db);
  if (!business) return null;
  const { version, ...pictures } = await findPictures(db);
  return { ...business.data, ...(version > 0 && { pictures }) };
}

/** Money may still come to an account that the business left, but not for good: a wrong one may have been entered. */
const formerAccountDays = 90;

export interface OwnAccounts {
  accounts: OwnValue[];
  innsOn: (day: string) => ReadonlySet<string>;
}

interface OwnRow extends OwnValue {
  kind: 'account' | 'inn';
}

/** Accounts and ИНН of the business: those of its requisites, and former ones up to 90 days after they left them. */
export async function readOwnAccounts(db: Queries): Promise<OwnAccounts> {
  const rows = await db.query<OwnRow>(sql`
    with versions as (
      select data, lead(created_at) over (order by version) as ended_at from business_versions
    ), named as (
      select 'inn' as kind, data ->> 'inn' as value, ended_at from versions
      union all
      select 'account', a -> 'bank' ->> 'account', ended_at
      from versions, jsonb_array_elements(data -> 'bankAccounts') a
    )
    select kind, value, case when bool_or(ended_at is null) then null
      else (${moscowDay(sql`max(ended_at)`)} + ${formerAccountDays}::int)::text end as "lastDay"
    from named group by kind, value`);
  const valuesOf = (wanted: OwnRow['kind']) =>
    rows.filter(({ kind }) => kind === wanted).map(({ value, lastDay }) => ({ value, lastDay }));
  return { accounts: valuesOf('account'), innsOn: ownOnDays(valuesOf('inn')) };
}

/** An account or ИНН of the business. */
export interface OwnValue {
  value: string;
  /** Null for what the requisites name now. */
  lastDay: string | null;
}

export type OwnOn = (day: string) => ReadonlySet<string>;

/** What counts as the business's own by the day of a document. A file has thousands of documents and few days. */
export function ownOnDays(values: readonly OwnValue[]): OwnOn {
  const days = new Map<string, ReadonlySet<string>>();
  return (day) => {
    const isOwn = ({ lastDay }: OwnValue) => lastDay === null || day <= lastDay;
    const own = days.get(day) ?? new Set(values.filter(isOwn).map(({ value }) => value));
    days.set(day, own);
    return own;
  };
}
