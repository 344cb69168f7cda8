import type { AdminOperation } from '@kazna/contract/admin/operations';
import type { OperationDetails } from '@kazna/contract/cabinet/operations';
import type { Queries } from '../platform/db/database.ts';
import { Problem } from '../platform/http/problem.ts';
import { findOperation } from './operation-store.ts';

/** Metadata is a note of the business to itself: customers see the keys that it lists, under its titles. */
export type ShownMetadata = [key: string, title: string][];

interface OperationRequest {
  organizationId: string;
  operationId: string;
}

export async function getOperation(
  db: Queries,
  request: OperationRequest,
  shown: ShownMetadata,
): Promise<OperationDetails> {
  const { charge, organizationId: _, ...operation } = await getOperationForStaff(db, request);
  if (!charge) return { ...operation, charge };
  const { id: _id, createdBy: _createdBy, metadata, refunds, ...terms } = charge;
  const shownMetadata = shown.flatMap(([key, title]) => {
    const value = Object.hasOwn(metadata, key) ? metadata[key] : undefined;
    return value === undefined ? [] : [{ title, value }];
  });
  const listed = refunds.map(({ id, amountMinor, createdAt }) => ({ id, amountMinor, createdAt }));
  return { ...operation, charge: { ...terms, shownMetadata, refunds: listed } };
}

export async function getOperationForStaff(db: Queries, request: OperationRequest): Promise<AdminOperation> {
  const operation = await findOperation(db, request);
  if (!operation) throw new Problem('not_found');
  return operation;
}
