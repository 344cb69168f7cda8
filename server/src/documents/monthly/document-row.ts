import type { Currency } from '@kazna/contract/shared/money';
import type { AdvanceData, ClosingData, ReconciliationData } from './closing-data.ts';

interface Fields {
  id: string;
  organizationId: string;
  number: string;
  revision: number;
  day: string;
  /** When a revision was made; null for the first one. */
  revisedOn: string | null;
  sourceId: string | null;
  amountMinor: number;
  vatMinor: number;
  currency: Currency;
}

export type DocumentRow = Fields &
  (
    | { kind: 'act' | 'upd'; data: ClosingData }
    | { kind: 'advance_invoice'; data: AdvanceData }
    | { kind: 'reconciliation'; data: ReconciliationData }
  );

export type ClosingKind = DocumentRow['kind'];

/** УПД and advance invoices are invoices by law and share their numbers. */
export const seriesOf: Record<ClosingKind, string> = {
  act: 'act',
  upd: 'sf',
  advance_invoice: 'sf',
  reconciliation: 'reconciliation',
};
