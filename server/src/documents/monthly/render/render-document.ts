import type { DocumentRow } from '../document-row.ts';
import { renderAct } from './render-act.ts';
import { renderAdvanceInvoice } from './render-advance-invoice.ts';
import { renderReconciliation } from './render-reconciliation.ts';
import { renderUpd } from './render-upd.ts';

/** The same bytes for the same document. */
export function renderDocument(document: DocumentRow): Promise<Buffer> {
  switch (document.kind) {
    case 'act':
      return renderAct(document);
    case 'upd':
      return renderUpd(document);
    case 'advance_invoice':
      return renderAdvanceInvoice(document);
    case 'reconciliation':
      return renderReconciliation(document);
  }
}
