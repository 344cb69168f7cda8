import type { SubscriptionLine } from '@kazna/contract/cabinet/services';
import type { Currency } from '@kazna/contract/shared/money';
import { recentCharges } from '../../money/ledger/reads.ts';
import { paceDays } from '../../money/ledger/rules.ts';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { moscowToday, startOfDay } from '../../platform/db/moscow-day.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Day } from './periods.ts';

export type LineKind = SubscriptionLine['kind'];

export interface NewLine {
  id: string;
  subscriptionId: string;
  versionId: string;
  kind: LineKind;
  from: Day;
  to: Day;
  quantity: number;
  periodMinor: number;
  periodDays: number;
  amountMinor: number;
  description: string;
  chargeId: string | null;
  discountId: string | null;
  changeId: string | null;
  /** Of usage: what a part of a period was charged for. */
  usage?: { meterId: string; quantity: string; partFrom: Day; number: number };
}

export async function insertLines(tx: Transaction, lines: NewLine[]): Promise<void> {
  if (lines.length === 0) return;
  const column = <Name extends keyof NewLine>(name: Name) => lines.map((line) => line[name]);
  const used = <T>(value: (usage: NonNullable<NewLine['usage']>) => T) =>
    lines.map(({ usage }) => (usage ? value(usage) : null));
  await tx.query(sql`
    insert into subscription_lines (id, subscription_id, version_id, kind, from_day, to_day, quantity, period_minor,
      period_days, amount_minor, description, charge_id, discount_id, change_id, meter_id, used_quantity, part_from,
      part_number)
    select * from unnest(${column('id')}::uuid[], ${column('subscriptionId')}::uuid[], ${column('versionId')}::uuid[],
      ${column('kind')}::text[], ${column('from')}::date[], ${column('to')}::date[], ${column('quantity')}::int[],
      ${column('periodMinor')}::bigint[], ${column('periodDays')}::int[], ${column('amountMinor')}::bigint[],
      ${column('description')}::text[], ${column('chargeId')}::uuid[], ${column('discountId')}::uuid[],
      ${column('changeId')}::uuid[], ${used(({ meterId }) => meterId)}::uuid[], ${used(({ quantity }) => quantity)}::numeric[],
      ${used(({ partFrom }) => partFrom)}::date[], ${used(({ number }) => number)}::int[])`);
}

export function selectLines(db: Queries, subscriptionId: string, limit: number): Promise<SubscriptionLine[]> {
  return db.query<SubscriptionLine>(sql`
    select id, kind, description, from_day::text as "from", to_day::text as "to", amount_minor::float8 as "amountMinor",
      created_at as "createdAt"
    from subscription_lines where subscription_id = ${subscriptionId} order by id desc limit ${limit}`);
}

export async function sumLines(tx: Transaction, subscriptionId: string): Promise<number> {
  const [row] = await tx.query<{ minor: number }>(sql`
    select coalesce(sum(amount_minor), 0)::float8 as minor from subscription_lines
    where subscription_id = ${subscriptionId}`);
  return row?.minor ?? 0;
}

interface RecentCharges {
  chargedMinor: number;
  /** Of them, what subscriptions charged. */
  subscribedMinor: number;
  now: string;
}

/** Charges of the last 30 days; null for an organization that never had a balance of the currency. */
export async function selectPace(
  db: Queries,
  organizationId: string,
  currency: Currency,
): Promise<RecentCharges | null> {
  const [row] = await db.query<RecentCharges>(sql`
    select ${recentCharges}::float8 as "chargedMinor", business_now() as now, coalesce((
      select sum(l.amount_minor) from subscriptions s
      join subscription_lines l on l.subscription_id = s.id join tariff_versions v on v.id = l.version_id
      where s.organization_id = a.organization_id and v.currency = a.currency and l.kind not in ('credit', 'usage_credit')
        and l.created_at >= ${startOfDay(sql`(${moscowToday} - ${paceDays - 1}::int)`)}), 0)::float8 as "subscribedMinor"
    from ledger_accounts a
    where a.kind = 'organization' and a.organization_id = ${organizationId} and a.currency = ${currency}`);
  return row ?? null;
}
