import * as ledger from '@kazna/contract/v1/ledger';
import * as organizations from '@kazna/contract/v1/organizations';
import * as payments from '@kazna/contract/v1/payments';
import { listEntries } from '../../money/ledger/list-entries.ts';
import type { Database } from '../../platform/db/database.ts';
import { cursorOf, fromOpaque, toOpaquePage } from '../../platform/db/opaque-page.ts';
import type { Api } from '../../platform/http/api.ts';
import { Problem } from '../../platform/http/problem.ts';
import { findOrganization, selectOrganizations, selectPayments } from './store.ts';

/** What the business's systems read of organizations and their money. */
export function operatorRoutes(api: Api, db: Database): void {
  const getOrganization = async (id: string) => {
    const organization = await findOrganization(db, id);
    if (!organization) throw new Problem('not_found');
    return organization;
  };

  api.on(organizations.listOrganizations, async ({ query }) =>
    toOpaquePage(await selectOrganizations(db, fromOpaque(query), query.externalId), query.limit),
  );

  api.on(organizations.getOrganization, ({ params }) => getOrganization(params.organizationId));

  api.on(payments.listPayments, async ({ query }) =>
    toOpaquePage(await selectPayments(db, { ...query, ...fromOpaque(query) }), query.limit),
  );

  api.on(ledger.listLedger, async ({ query: { organizationId, ...page } }) => {
    await getOrganization(organizationId);
    const { items, nextCursor } = await listEntries(db, organizationId, fromOpaque(page));
    return {
      items: items.map((entry) => ({ ...entry, organizationId })),
      nextCursor: nextCursor && cursorOf(nextCursor),
    };
  });
}
