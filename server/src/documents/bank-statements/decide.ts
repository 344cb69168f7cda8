import type { Decision } from '@kazna/contract/admin/statement-decisions';
import { Problem } from '../../platform/http/problem.ts';
import type { DocumentMatch } from './matching/match-documents.ts';

/** What posting makes of a document; null where it changes nothing. */
export type Outcome =
  | { status: 'credited'; organizationId: string; invoiceId: string | null }
  | { status: 'unidentified'; organizationId: null; invoiceId: null }
  | null;

const unidentified = { status: 'unidentified', organizationId: null, invoiceId: null } as const;

/** A decision of staff goes before the match, but nothing credits what is stored already. */
export function decide(match: DocumentMatch, decision: Decision | undefined): Outcome {
  if (match.isStored) {
    if (decision && decision.action !== 'skip') throw new Problem('receipt_duplicate');
    return null;
  }
  if (decision?.action === 'skip') return null;
  if (decision?.action === 'unidentified') return unidentified;
  if (decision) return { status: 'credited', organizationId: decision.organizationId, invoiceId: decision.invoiceId };
  if (match.kind === 'duplicate' || match.kind === 'ignored') return null;
  if (match.kind !== 'invoice' || !match.organization) return unidentified;
  return { status: 'credited', organizationId: match.organization.id, invoiceId: match.invoice?.id ?? null };
}
