import { jobActors } from '../audit/actions-store.ts';
import type { Queries } from '../platform/db/database.ts';
import { moscowDay } from '../platform/db/moscow-day.ts';
import { sql } from '../platform/db/sql.ts';

export async function backdateCatalogue(db: Queries, at: Date, closedTariffs: string[]): Promise<void> {
  await db.query(sql`update services set created_at = ${at}`);
  await db.query(sql`update tariffs set created_at = ${at}, is_closed = id = any(${closedTariffs}::uuid[])`);
  await db.query(sql`
    update promised_payment_rules set is_allowed = true, max_minor = 1000000, days = 3, every_days = 30`);
}

/** Charges by people of the business are stored apart: these are the engine's. */
export async function insertSubscriptionCharges(
  db: Queries,
  organizationId: string,
  charges: {
    id: string;
    subscriptionId: string;
    amountMinor: number;
    description: string;
    service: string;
    createdAt: Date;
  }[],
): Promise<void> {
  const column = <Name extends keyof (typeof charges)[number]>(name: Name) => charges.map((charge) => charge[name]);
  await db.query(sql`
    insert into charges (id, organization_id, amount_minor, currency, description, service, metadata, occurred_at,
      created_by, created_at)
    select id, ${organizationId}, amount, 'RUB', description, service, jsonb_build_object('subscriptionId', subscription),
      created_at, ${jobActors.subscriptions}, created_at
    from unnest(${column('id')}::uuid[], ${column('subscriptionId')}::text[], ${column('amountMinor')}::bigint[],
      ${column('description')}::text[], ${column('service')}::text[], ${column('createdAt')}::timestamptz[])
      as c (id, subscription, amount, description, service, created_at)`);
}

/** As old as the charges and days that they are of. */
export async function backdateSubscriptions(db: Queries, organizationId: string): Promise<void> {
  await db.query(sql`
    update subscription_lines l set created_at = c.created_at from charges c
    where c.id = l.charge_id and c.organization_id = ${organizationId}`);
  await db.query(sql`
    update subscriptions set created_at = started_on::timestamp at time zone 'Europe/Moscow' + interval '10 hours'
    where organization_id = ${organizationId}`);
  await db.query(sql`
    update discounts d set created_at = s.created_at from (
      select organization_id, min(created_at) as created_at from subscriptions group by 1
    ) s where s.organization_id = d.organization_id and d.organization_id = ${organizationId}`);
}

export interface PastMove {
  id: string;
  subscriptionId: string;
  organizationId: string;
  serviceId: string;
  tariffId: string;
  beforeMinor: number;
  afterMinor: number;
  isFirst: boolean;
  at: Date;
}

export async function insertPastMoves(db: Queries, moves: PastMove[]): Promise<void> {
  const column = <Name extends keyof PastMove>(name: Name) => moves.map((move) => move[name]);
  await db.query(sql`
    insert into subscription_moves (id, subscription_id, organization_id, service_id, tariff_id, before_tariff_id, currency,
      day, before_minor, after_minor, is_first, created_at)
    select id, subscription_id, organization_id, service_id, tariff_id, tariff_id, 'RUB', ${moscowDay(sql`at`)},
      before_minor, after_minor, is_first, at
    from unnest(${column('id')}::uuid[], ${column('subscriptionId')}::uuid[], ${column('organizationId')}::uuid[],
      ${column('serviceId')}::uuid[], ${column('tariffId')}::uuid[], ${column('beforeMinor')}::bigint[],
      ${column('afterMinor')}::bigint[], ${column('isFirst')}::boolean[], ${column('at')}::timestamptz[])
      as m (id, subscription_id, organization_id, service_id, tariff_id, before_minor, after_minor, is_first, at)`);
}
