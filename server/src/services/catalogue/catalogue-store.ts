import type { AdminService, AdminTariff, ServiceForm } from '@kazna/contract/admin/services';
import type { TariffTerms } from '@kazna/contract/shared/tariffs';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Version } from '../subscriptions/next-step.ts';
import type { Day } from '../subscriptions/periods.ts';
import type { ApplicableDiscount } from '../subscriptions/subscriptions-store.ts';
import { isToPeriodEnd, termsOf, versionInForce } from './versions-store.ts';

export interface Connectable {
  version: Version;
  serviceId: string;
  serviceName: string;
  documentName: string;
  unit: string;
  group: string | null;
  tariffName: string;
  isTariffVisible: boolean;
  isShown: boolean;
  isClosed: boolean;
}

/** A tariff with the version that is in force; null before its first day. */
export async function findConnectable(db: Queries, tariffId: string, today: Day): Promise<Connectable | null> {
  const [row] = await db.query<Connectable>(sql`
    select json_build_object('id', v.id, 'tariffId', v.tariff_id, 'terms', ${termsOf(sql`v`)}) as version,
      s.id as "serviceId", s.name as "serviceName", s.document_name as "documentName", s.unit, s.group_name as "group",
      t.name as "tariffName", t.is_visible as "isTariffVisible", t.is_visible and s.is_visible as "isShown",
      t.is_closed as "isClosed"
    from tariffs t join services s on s.id = t.service_id
    join tariff_versions v on v.id = ${versionInForce(sql`t.id`, sql`${today}::date`)}
    where t.id = ${tariffId}`);
  return row ?? null;
}

interface GivenDiscount extends Omit<ApplicableDiscount, 'periodsLeft' | 'coveredTo'> {
  periods: number | null;
  /** Periods of subscriptions that have ended, by service. */
  used: Record<string, number>;
}

/** Of an organization, for subscriptions that have not begun. */
export function selectDiscountsOf(db: Queries, organizationId: string): Promise<GivenDiscount[]> {
  return db.query<GivenDiscount>(sql`
    select d.id, d.tariff_id as "tariffId", d.percent::float8, d.amount_minor::float8 as "amountMinor", d.currency, d.periods,
      (select coalesce(json_object_agg(u.service_id, u.periods), '{}') from (
        select t.service_id, count(distinct (s.id, l.to_day)) as periods from subscription_lines l
        join subscriptions s on s.id = l.subscription_id join tariffs t on t.id = s.tariff_id
        where l.discount_id = d.id and ${isToPeriodEnd} and s.status = 'ended' group by 1) u) as used
    from discounts d where d.organization_id = ${organizationId} and d.ended_at is null order by d.id desc`);
}

/** Stopping and connecting again gives no more periods of a discount. */
export function discountsFor(serviceId: string, given: GivenDiscount[]): ApplicableDiscount[] {
  return given.map(({ periods, used, ...discount }) => ({
    ...discount,
    periodsLeft: periods && Math.max(0, periods - (used[serviceId] ?? 0)),
    coveredTo: null,
  }));
}

/** So that the tariff is not deleted while something is connected to it. */
export async function lockTariffShared(tx: Transaction, id: string): Promise<void> {
  await tx.query(sql`select from tariffs where id = ${id} for key share`);
}

/**
 * Versions that are newer and will reach running subscriptions are announced to this one too: their announcing does not end
 * before the transaction does, which would otherwise not be seen by it.
 */
export async function markToAnnounce(tx: Transaction, tariffId: string, versionId: string): Promise<void> {
  for (;;) {
    const newer = await tx.query<{ id: string }>(sql`
      with newer as (
        select n.id from tariff_versions n, tariff_versions v
        where v.id = ${versionId} and n.tariff_id = ${tariffId} and n.number > v.number and n.running_from is not null
      ), marked as (
        insert into price_announcements (version_id) select id from newer order by id on conflict do nothing
      )
      select id from newer`);
    if (newer.length === 0) return;
    const ids = newer.map(({ id }) => id);
    const held = await tx.query(sql`
      select from price_announcements where version_id = any(${ids}::uuid[]) order by version_id for key share`);
    // One that has ended in between is marked anew.
    if (held.length === ids.length) return;
  }
}

export interface OfferedTariff {
  serviceId: string;
  serviceName: string;
  documentName: string;
  unit: string;
  group: string | null;
  description: string | null;
  isServiceVisible: boolean;
  tariffId: string;
  tariffName: string;
  isTariffVisible: boolean;
  version: Version;
}

/** Tariffs that may be connected today; `isShownOnly` leaves out what only staff assign. */
export function selectOffered(
  db: Queries,
  today: Day,
  { isShownOnly }: { isShownOnly: boolean },
): Promise<OfferedTariff[]> {
  return db.query<OfferedTariff>(sql`
    select s.id as "serviceId", s.name as "serviceName", s.document_name as "documentName", s.unit, s.group_name as "group",
      s.description, s.is_visible as "isServiceVisible", t.id as "tariffId", t.name as "tariffName",
      t.is_visible as "isTariffVisible",
      json_build_object('id', v.id, 'tariffId', v.tariff_id, 'terms', ${termsOf(sql`v`)}) as version
    from services s join tariffs t on t.service_id = s.id
    join tariff_versions v on v.id = ${versionInForce(sql`t.id`, sql`${today}::date`)}
    where not t.is_closed and (not ${isShownOnly} or (s.is_visible and t.is_visible))
    order by s.group_name nulls last, s.id, t.id limit ${maxServices * maxTariffs}`);
}

export const maxServices = 200;
export const maxTariffs = 50;

const actorName = (actor: Sql) => sql`(select u.name from users u where u.id = ${actor} and u.deleted_at is null)`;

const versions = sql`
  coalesce((select json_agg(to_jsonb(${termsOf(sql`v`)}) || jsonb_build_object('id', v.id, 'number', v.number,
      'from', v.valid_from, 'runningFrom', v.running_from, 'createdAt', to_char(v.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'createdBy', ${actorName(sql`v.created_by`)},
      'subscriptions', (select count(*) from subscriptions r where r.version_id = v.id and r.status <> 'ended'),
      'announced', (select count(*) from subscription_announcements a where a.version_id = v.id),
      'toAnnounce', case when exists (select from price_announcements a where a.version_id = v.id) then (
        select count(*) from subscriptions r where r.tariff_id = v.tariff_id and r.status <> 'ended'
          and r.version_id <> v.id and not exists (
            select from subscription_announcements a where a.subscription_id = r.id and a.version_id = v.id)) else 0 end
    ) order by v.number desc)
  from tariff_versions v where v.tariff_id = t.id), '[]')`;

const tariffs = sql`
  coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name, 'isVisible', t.is_visible,
    'isClosed', t.is_closed, 'versions', ${versions}) order by t.id)
  from tariffs t where t.service_id = s.id), '[]')`;

export function selectServices(db: Queries, id: string | null = null): Promise<AdminService[]> {
  return db.query<AdminService>(sql`
    select s.id, s.name, s.document_name as "documentName", s.unit, s.group_name as "group", s.description,
      s.is_visible as "isVisible", ${tariffs} as tariffs
    from services s where ${id}::uuid is null or s.id = ${id} order by s.group_name nulls last, s.id limit ${maxServices}`);
}

export async function findTariff(db: Queries, id: string): Promise<(AdminTariff & { serviceId: string }) | null> {
  const [row] = await db.query<AdminTariff & { serviceId: string }>(sql`
    select t.id, t.service_id as "serviceId", t.name, t.is_visible as "isVisible", t.is_closed as "isClosed",
      ${versions} as versions
    from tariffs t where t.id = ${id}`);
  return row ?? null;
}

/** Both limits are counted under it. Adding a service is rare. */
export async function lockServices(tx: Transaction): Promise<void> {
  await tx.query(sql`lock table services in share row exclusive mode`);
}

export async function lockService(tx: Transaction, id: string): Promise<ServiceForm | null> {
  const [row] = await tx.query<ServiceForm>(sql`
    select name, document_name as "documentName", unit, group_name as "group", description, is_visible as "isVisible"
    from services where id = ${id} for no key update`);
  return row ?? null;
}

export async function insertService(
  tx: Transaction,
  id: string,
  form: ServiceForm,
  createdBy: string,
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into services (id, name, document_name, unit, group_name, description, is_visible, created_by)
    select ${id}, ${form.name}, ${form.documentName}, ${form.unit}, ${form.group ?? null}, ${form.description ?? null},
      ${form.isVisible}, ${createdBy}
    where (select count(*) from services) < ${maxServices} returning id`);
  return rows.length > 0;
}

export async function updateServiceRow(tx: Transaction, id: string, form: ServiceForm): Promise<void> {
  await tx.query(sql`
    update services set name = ${form.name}, document_name = ${form.documentName}, unit = ${form.unit},
      group_name = ${form.group ?? null}, description = ${form.description ?? null}, is_visible = ${form.isVisible}
    where id = ${id}`);
}

export async function insertTariff(
  tx: Transaction,
  {
    id,
    serviceId,
    name,
    isVisible,
    createdBy,
  }: { id: string; serviceId: string; name: string; isVisible: boolean; createdBy: string },
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into tariffs (id, service_id, name, is_visible, created_by)
    select ${id}, ${serviceId}, ${name}, ${isVisible}, ${createdBy}
    where (select count(*) from tariffs where service_id = ${serviceId}) < ${maxTariffs} returning id`);
  return rows.length > 0;
}

/** Also against new subscriptions, until the transaction ends. */
export async function lockTariff(tx: Transaction, id: string): Promise<(AdminTariff & { serviceId: string }) | null> {
  const rows = await tx.query(sql`select from tariffs where id = ${id} for update`);
  return rows.length > 0 ? findTariff(tx, id) : null;
}

export async function updateTariffRow(
  tx: Transaction,
  id: string,
  { name, isVisible, isClosed }: Pick<AdminTariff, 'name' | 'isVisible' | 'isClosed'>,
): Promise<void> {
  await tx.query(sql`
    update tariffs set name = ${name}, is_visible = ${isVisible}, is_closed = ${isClosed} where id = ${id}`);
}

/** False where something was connected to it once, or was paid for. The tariff is locked by then. */
export async function deleteUnusedTariff(tx: Transaction, id: string): Promise<boolean> {
  await tx.query(sql`select from tariff_versions where tariff_id = ${id} for update`);
  const versionIds = sql`(select v.id from tariff_versions v where v.tariff_id = ${id})`;
  const rows = await tx.query(sql`
    delete from tariffs t where t.id = ${id}
      and not exists (select from subscriptions s where s.tariff_id = t.id)
      and not exists (select from subscription_intents i where i.tariff_id = t.id)
      and not exists (select from subscriptions s
        where s.pending_version_id in ${versionIds} or s.version_id in ${versionIds})
      and not exists (select from subscription_announcements a where a.version_id in ${versionIds})
      and not exists (select from subscription_lines l where l.version_id in ${versionIds})
    returning id`);
  return rows.length > 0;
}

export interface NewVersion {
  id: string;
  tariffId: string;
  number: number;
  terms: TariffTerms;
  from: Day;
  runningFrom: Day | null;
  createdBy: string;
}

export async function insertVersion(tx: Transaction, version: NewVersion): Promise<void> {
  const { terms } = version;
  await tx.query(sql`
    with made as (
      insert into tariff_versions (id, tariff_id, number, price_minor, currency, period_unit, period_count, anchor,
        setup_fee_minor, trial_days, max_quantity, grace_days, may_pause, refund_on_stop, meters, usage_charged, valid_from,
        running_from, created_by)
      values (${version.id}, ${version.tariffId}, ${version.number}, ${terms.priceMinor}, ${terms.currency},
        ${terms.period.unit}, ${terms.period.count}, ${terms.anchor}, ${terms.setupFeeMinor}, ${terms.trialDays},
        ${terms.maxQuantity}, ${terms.graceDays}, ${terms.mayPause}, ${terms.refundOnStop},
        ${JSON.stringify(terms.meters)}::jsonb, ${terms.usageCharged ?? 'period'}, ${version.from}, ${version.runningFrom},
        ${version.createdBy})
      returning id, running_from
    )
    insert into price_announcements (version_id) select id from made where running_from is not null`);
}

/** Services that the organization has had a trial of. */
export async function selectTriedServices(db: Queries, organizationId: string): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(sql`
    select distinct t.service_id as id from subscriptions s join tariffs t on t.id = s.tariff_id
    where s.organization_id = ${organizationId} and s.trial_to is not null`);
  return new Set(rows.map(({ id }) => id));
}
