import * as contract from '@kazna/contract/admin/revenue';
import { businessZone } from '@kazna/contract/shared/business-time';
import { businessNow } from '../platform/db/business-now.ts';
import type { Database } from '../platform/db/database.ts';
import { type PageRequest, toPage } from '../platform/db/page.ts';
import type { Api } from '../platform/http/api.ts';
import { addDays, dayIn, laterOf } from '../services/subscriptions/periods.ts';
import { chargesOfNextDays, horizonDays } from '../services/subscriptions/upcoming.ts';
import { getRevenue } from './figures.ts';
import type { Scope } from './figures-store.ts';
import {
  type NamedOrganization,
  selectCustomerMoves,
  selectCustomers,
  selectDebtors,
  selectMonthly,
  selectMoves,
  selectOrganizations,
  selectSoonCharged,
} from './rows-store.ts';

export function revenueRoutes(api: Api, db: Database): void {
  api.on(contract.getRevenue, ({ query }) => getRevenue(db, query));

  api.on(contract.listRevenueMoves, async ({ query: { limit, cursor, ...filter } }) =>
    toPage(await selectMoves(db, { limit, cursor }, filter), limit, ({ id }) => id),
  );

  api.on(contract.listRevenueSubscriptions, async ({ query: { limit, cursor, ...filter } }) =>
    toPage(await selectMonthly(db, { limit, cursor }, filter), limit, ({ subscriptionId }) => subscriptionId),
  );

  api.on(contract.listRevenueCustomers, async ({ query: { limit, cursor, ...filter } }) =>
    toPage(await selectCustomers(db, { limit, cursor }, filter), limit, ({ organization }) => organization.id),
  );

  api.on(contract.listCustomerMoves, async ({ query: { limit, cursor, ...filter } }) =>
    toPage(
      await selectCustomerMoves(db, { limit, cursor }, filter),
      limit,
      ({ day, organization }) => `${day}:${organization.id}`,
    ),
  );

  api.on(contract.listDebtors, async ({ query: { limit, cursor, currency } }) =>
    toPage(await selectDebtors(db, { limit, cursor }, currency), limit, ({ organization }) => organization.id),
  );

  api.on(contract.listUpcoming, ({ query: { limit, cursor, ...scope } }) => listUpcoming(db, { limit, cursor }, scope));
}

/** Free subscriptions charge nothing and are left out, so a page may be shorter than its limit. */
export async function listUpcoming(db: Database, page: PageRequest, scope: Scope) {
  const today = dayIn(businessZone, await businessNow(db));
  const rows = await selectSoonCharged(db, page, { ...scope, until: addDays(today, horizonDays) });
  const organizations = await selectOrganizations(
    db,
    rows.map(({ organizationId }) => organizationId),
  );
  const { items, nextCursor } = toPage(
    rows,
    page.limit,
    ({ id }) => id,
    (row) => {
      const charges = chargesOfNextDays(row, today);
      return {
        subscriptionId: row.id,
        organization: organizations.get(row.organizationId) as NamedOrganization,
        service: { id: row.serviceId, name: row.serviceName },
        tariff: { id: row.version.tariffId, name: row.tariffName },
        on: laterOf(charges[0]?.on ?? today, today),
        count: charges.length,
        amountMinor: charges.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      };
    },
  );
  return { items: items.filter(({ count }) => count > 0), nextCursor };
}
