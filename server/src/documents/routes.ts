import type { Database } from '../platform/db/database.ts';
import type { Api } from '../platform/http/api.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import type { ExportLimit } from '../platform/throttling/export-limit.ts';
import { bankReturnRoutes } from './bank-returns/routes.ts';
import { bankTransferRoutes } from './bank-statements/receipts/routes.ts';
import { bankStatementRoutes } from './bank-statements/routes.ts';
import { businessRoutes } from './business/routes.ts';
import { invoiceRoutes } from './invoices/routes.ts';
import { staffInvoiceRoutes } from './invoices/staff-routes.ts';
import { listingRoutes } from './listing/routes.ts';
import { closingDocumentRoutes } from './monthly/routes.ts';
import { staffDocumentRoutes } from './monthly/staff-routes.ts';
import { sendingRoutes } from './sending/routes.ts';

export function documentRoutes(api: Api, db: Database, queue: Queue, withinExportLimit: ExportLimit): void {
  businessRoutes(api, db, queue);
  invoiceRoutes(api, db);
  staffInvoiceRoutes(api, db);
  sendingRoutes(api, db, queue);
  listingRoutes(api, db);
  closingDocumentRoutes(api, db);
  staffDocumentRoutes(api, db, withinExportLimit);
  bankStatementRoutes(api, db);
  bankReturnRoutes(api, db);
  bankTransferRoutes(api, db, withinExportLimit);
}
