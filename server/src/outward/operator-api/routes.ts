import * as ledger from '@kazna/contract/v1/ledger';
import * as organizations from '@kazna/contract/v1/organizations';
import * as payments from '@kazna/contract/v1/payments';
import { actorOf } from '../../audit/record-action.ts';
import { listEntries } from '../../money/ledger/list-entries.ts';
import { changeManagedOrganization } from '../../organizations/managed-organizations.ts';
import type { Database } from '../../platform/db/database.ts';
import { cursorOf, fromOpaque, toOpaquePage } from '../../platform/db/opaque-page.ts';
import type { Api } from '../../platform/http/api.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { openOrganization } from './open-organization.ts';
import { findOrganization, selectOrganizations, selectPayments } from './store.ts';

export function operatorRoutes(api: Api, db: Database, queue: Queue): void {
  const getOrganization = async (id: string) => {
    const organization = await findOrganization(db, id);
    if (!organization) throw new Problem('not_found');
    return organization;
  };

  api.on(organizations.listOrganizations, async ({ query }) =>
    toOpaquePage(await selectOrganizations(db, fromOpaque(query), query.externalId), query.limit),
  );

  api.on(organizations.getOrganization, ({ params }) => getOrganization(params.organizationId));

  api.on(organizations.createOrganization, async (call) =>
    getOrganization(await db.transaction((tx) => openOrganization(tx, queue, call))),
  );

  api.on(organizations.updateOrganization, async (call) => {
    const { organizationId } = call.params;
    await getOrganization(organizationId);
    await db.transaction((tx) => changeManagedOrganization(tx, queue, actorOf(call), organizationId, call.body));
    return getOrganization(organizationId);
  });

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
