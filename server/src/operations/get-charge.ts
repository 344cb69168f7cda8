import type { ChargeDetails } from '@kazna/contract/cabinet/charges';
import type { Database } from '../platform/db/database.ts';
import { Problem } from '../platform/http/problem.ts';
import { findCharge, selectChargeRefunds } from './store.ts';

/** Metadata is a note of the business to itself: customers see the keys that it lists, under its titles. */
export type ShownMetadata = [key: string, title: string][];

export async function getCharge(
  db: Database,
  { organizationId, chargeId }: { organizationId: string; chargeId: string },
  shown: ShownMetadata,
): Promise<ChargeDetails> {
  const found = await findCharge(db, organizationId, chargeId);
  if (!found) throw new Problem('not_found');
  const { metadata, ...charge } = found;
  const shownMetadata = shown.flatMap(([key, title]) => {
    const value = Object.hasOwn(metadata, key) ? metadata[key] : undefined;
    return value === undefined ? [] : [{ title, value }];
  });
  return { ...charge, shownMetadata, refunds: await selectChargeRefunds(db, chargeId) };
}
