import type { createOrganization } from '@kazna/contract/v1/organizations';
import type { z } from 'zod/mini';
import { actorOf } from '../../audit/record-action.ts';
import { createManagedOrganization } from '../../organizations/managed-organizations.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { claimKey } from '../../platform/idempotency/claim-key.ts';
import type { Queue } from '../../platform/jobs/queue.ts';

interface OpenCall {
  caller: { keyId: string };
  origin: { address: string };
  headers: { 'idempotency-key': string };
  body: z.output<(typeof createOrganization)['body']>;
}

/** Returns the id. Repeated calls present the organization anew: an answer that is stored must name no person. */
export async function openOrganization(tx: Transaction, queue: Queue, call: OpenCall): Promise<string> {
  const { caller, headers, body } = call;
  const id = uuidv7();
  const name = { scope: `organizations:${caller.keyId}`, key: headers['idempotency-key'] };
  const claimed = await claimKey(tx, { ...name, body, reference: id, keepDays: null });
  if (!claimed.isNew) return claimed.reference;
  const { externalId = null, metadata = {}, ...rest } = body;
  await createManagedOrganization(tx, queue, actorOf(call), { ...rest, id, externalId, metadata });
  return id;
}
