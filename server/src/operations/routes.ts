import * as contract from '@kazna/contract/cabinet/balance';
import { type ChargeDetails, getChargeDetails } from '@kazna/contract/cabinet/charges';
import type { Database } from '../platform/db/database.ts';
import { toPage } from '../platform/db/page.ts';
import type { Api } from '../platform/http/api.ts';
import { Problem } from '../platform/http/problem.ts';
import type { ExportLimit } from '../platform/throttling/export-limit.ts';
import { exportOperations } from './export-operations.ts';
import { findCharge, selectChargeRefunds, selectOperations, selectOperationTotals } from './store.ts';

interface OperationContext {
  withinExportLimit: ExportLimit;
  shownMetadata: ShownMetadata;
}

export function operationRoutes(api: Api, db: Database, { withinExportLimit, shownMetadata }: OperationContext): void {
  api.on(contract.listEntries, async ({ params, query }) => {
    const { limit, cursor, ...filter } = query;
    const rows = await selectOperations(db, params.organizationId, filter, { limit: limit + 1, cursor });
    return toPage(rows, limit, (row) => row.id);
  });

  api.on(contract.getEntryTotals, async ({ params, query }) => {
    const items = await selectOperationTotals(db, params.organizationId, query);
    return { count: items.reduce((sum, { count }) => sum + count, 0), items };
  });

  api.on(getChargeDetails, ({ params }) => getCharge(db, params, shownMetadata));

  api.on(contract.exportEntries, ({ caller, params, query }) => {
    const { format, ...filter } = query;
    return withinExportLimit(caller.userId, () => exportOperations(db, params.organizationId, filter, format));
  });
}

/** Metadata is a note of the business to itself: customers see the keys that it lists, under its titles. */
type ShownMetadata = [key: string, title: string][];

async function getCharge(
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
