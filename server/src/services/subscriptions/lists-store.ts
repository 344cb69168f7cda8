import { maxSubscriptions } from '@kazna/contract/cabinet/services';
import type { SubscriptionStatus } from '@kazna/contract/shared/tariffs';
import { matchingOrganizations, nameForStaff } from '../../organizations/reads.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import { allOf, sql } from '../../platform/db/sql.ts';
import { type SubscriptionRow, selectSubscriptions } from './subscriptions-store.ts';

/** Running ones first, then the last that ended. */
export async function selectOfOrganization(db: Queries, organizationId: string): Promise<SubscriptionRow[]> {
  const rows = await selectSubscriptions(
    db,
    sql`(select * from subscriptions where organization_id = ${organizationId}
      order by status = 'ended', id desc limit ${maxSubscriptions}) s`,
  );
  return [...rows.filter(({ status }) => status !== 'ended'), ...rows.filter(({ status }) => status === 'ended')];
}

/** All of the organization whose usage may still be charged, ended or not. */
export function selectMetered(db: Queries, organizationId: string): Promise<SubscriptionRow[]> {
  return selectSubscriptions(
    db,
    sql`(select x.* from subscriptions x join subscription_usage y on y.subscription_id = x.id
      where y.organization_id = ${organizationId} and y.next_at is not null) s`,
  );
}

export interface SubscriptionFilter {
  organizationId?: string | undefined;
  status?: SubscriptionStatus | undefined;
  tariffId?: string | undefined;
  versionId?: string | undefined;
  serviceId?: string | undefined;
  search?: string | undefined;
}

export function selectAll(
  db: Queries,
  { limit, cursor }: PageRequest,
  { organizationId, status, tariffId, versionId, serviceId, search }: SubscriptionFilter,
): Promise<SubscriptionRow[]> {
  const where = allOf(
    organizationId && sql`x.organization_id = ${organizationId}`,
    status && sql`x.status = ${status}`,
    tariffId && sql`x.tariff_id = ${tariffId}`,
    versionId && sql`x.version_id = ${versionId}`,
    serviceId && sql`x.tariff_id in (select id from tariffs where service_id = ${serviceId})`,
    search &&
      sql`x.organization_id in (select o.id from organizations o
      where position(lower(${search}) in lower(o.name)) > 0 or o.id = any(${matchingOrganizations(search)}))`,
    cursor && sql`x.id < ${cursor}`,
  );
  return selectSubscriptions(
    db,
    sql`(select x.* from subscriptions x where ${where} order by x.id desc limit ${limit + 1}) s`,
  );
}

export async function selectOrganizationNames(db: Queries, ids: string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; name: string }>(sql`
    select o.id, ${nameForStaff} as name from organizations o where o.id = any(${ids}::uuid[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
