import { notifyMembers } from '../../organizations/notify-members.ts';
import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { documentReady } from '../notifications.ts';
import type { AdvanceData, MonthData } from './document-data.ts';
import { insertDocument } from './store.ts';

interface IssuedDocument {
  organizationId: string;
  kind: 'act' | 'upd' | 'advance_invoice';
  number: string;
  day: string;
  /** Zero for the first one. */
  revision?: number;
  period: string;
  /** Of an advance invoice: the transfer that brought the money. */
  sourceId: string | null;
  data: MonthData | AdvanceData;
  amountMinor: number;
  vatMinor: number;
  /** Null for the job. */
  createdBy: string | null;
  /** Of a revision that the job makes since something was given back. */
  isGivenBack?: boolean;
}

/** Stores a document in roubles, e-mails the file to who manages money, and shows it on open pages. Returns its id. */
export async function issueDocument(tx: Transaction, document: IssuedDocument): Promise<string> {
  const { organizationId, kind, data, sourceId, createdBy, revision = 0, isGivenBack, ...printed } = document;
  const id = uuidv7();
  const details = { ...printed, revision, currency: 'RUB' as const };
  await insertDocument(tx, { id, organizationId, kind, data, sourceId, createdBy, from: null, to: null, ...details });
  await notifyMembers(tx, documentReady, {
    organizationId,
    sourceId: id,
    details: { documentId: id, documentKind: kind, ...(isGivenBack && { isGivenBack }), ...details },
  });
  announce(tx, { organizationId }, 'payments');
  return id;
}
