import type { Currency } from '@kazna/contract/shared/money';
import { notifyMembers } from '../../organizations/letters/notify-members.ts';
import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';

interface ReadyDocument {
  id: string;
  organizationId: string;
  kind: 'act' | 'upd' | 'advance_invoice';
  number: string;
  revision: number;
  period: string;
  amountMinor: number;
  currency: Currency;
}

/** Whoever manages money gets a letter with the file; open pages show the document. */
export async function notifyOfDocument(tx: Transaction, document: ReadyDocument): Promise<void> {
  const { id, organizationId, kind, ...details } = document;
  await notifyMembers(tx, {
    kind: 'document_ready',
    organizationId,
    sourceId: id,
    details: { documentId: id, documentKind: kind, ...details },
  });
  announce(tx, { organizationId }, 'payments');
}
