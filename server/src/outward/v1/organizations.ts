import * as organizations from '@kazna/contract/v1/organizations';
import type { z } from 'zod/mini';
import { actorOf } from '../../audit/actions-store.ts';
import { changeManagedOrganization, createManagedOrganization } from '../../organizations/managed-organizations.ts';
import type { Database, Queries, Transaction } from '../../platform/db/database.ts';
import { fromOpaque, toOpaquePage } from '../../platform/db/page.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { Api } from '../../platform/http/api.ts';
import { Problem } from '../../platform/http/problem.ts';
import { claimKey } from '../../platform/idempotency/claim-key.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { findOrganization, selectOrganizations } from './store.ts';

export function bindOrganizations(api: Api, db: Database, queue: Queue): void {
  api.on(organizations.listOrganizations, async ({ query }) =>
    toOpaquePage(await selectOrganizations(db, fromOpaque(query), query.externalId), query.limit),
  );

  api.on(organizations.getOrganization, ({ params }) => getOrganization(db, params.organizationId));

  api.on(organizations.createOrganization, async (call) =>
    getOrganization(db, await db.transaction((tx) => createOrganizationOnce(tx, queue, call))),
  );

  api.on(organizations.updateOrganization, async (call) => {
    const { organizationId } = call.params;
    await getOrganization(db, organizationId);
    await db.transaction((tx) => changeManagedOrganization(tx, queue, actorOf(call), organizationId, call.body));
    return getOrganization(db, organizationId);
  });
}

export async function getOrganization(db: Queries, id: string): Promise<organizations.Organization> {
  const organization = await findOrganization(db, id);
  if (!organization) throw new Problem('not_found');
  return organization;
}

interface CreateCall {
  caller: { keyId: string };
  origin: { address: string };
  headers: { 'idempotency-key': string };
  body: z.output<(typeof organizations.createOrganization)['body']>;
}

/** Returns the id. Repeated calls present the organization anew: an answer that is stored must name no person. */
async function createOrganizationOnce(tx: Transaction, queue: Queue, call: CreateCall): Promise<string> {
  const { caller, headers, body } = call;
  const id = uuidv7();
  const name = { scope: `organizations:${caller.keyId}`, key: headers['idempotency-key'] };
  const claimed = await claimKey(tx, { ...name, body, reference: id, keepDays: null });
  if (!claimed.isNew) return claimed.reference;
  const { externalId = null, metadata = {}, ...rest } = body;
  await createManagedOrganization(tx, queue, actorOf(call), { ...rest, id, externalId, metadata });
  return id;
}
