import type { Business } from '@kazna/contract/admin/business';
import type { Queries } from '../../platform/db/database.ts';
import { moscowDay } from '../../platform/db/moscow-day.ts';
import { sql } from '../../platform/db/sql.ts';
import { findBusiness } from './store.ts';

/** Null until staff said who sells. */
export async function readBusiness(db: Queries): Promise<Business | null> {
  return (await findBusiness(db))?.data ?? null;
}

/** Money may still come to an account that the business left, but not for good: a wrong one may have been entered. */
const formerAccountDays = 90;

export interface OwnAccounts {
  /** By the day of a document. */
  accountsOn: (day: string) => ReadonlySet<string>;
  innsOn: (day: string) => ReadonlySet<string>;
}

interface OwnRow {
  kind: 'account' | 'inn';
  value: string;
  /** Null for what the requisites name now. */
  lastDay: string | null;
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
  const valuesOn = (wanted: OwnRow['kind']) => (day: string) =>
    new Set(
      rows
        .filter(({ kind, lastDay }) => kind === wanted && (lastDay === null || day <= lastDay))
        .map(({ value }) => value),
    );
  return { accountsOn: valuesOn('account'), innsOn: valuesOn('inn') };
}
