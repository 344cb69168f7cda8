import type { Currency } from '@kazna/contract/shared/money';
import { notifyMembers } from '../../organizations/notify-members.ts';
import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { documentReady } from '../notifications.ts';

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
  await notifyMembers(tx, documentReady, {
    organizationId,
    sourceId: id,
    details: { documentId: id, documentKind: kind, ...details },
  });
  announce(tx, { organizationId }, 'payments');
}
