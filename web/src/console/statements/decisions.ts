import type { BankStatement, IncomingDocument, MatchKind } from '@kazna/contract/admin/bank-statements';
import type { Decision } from '@kazna/contract/admin/statement-decisions';

/** What staff ticked or unticked, or whose money they said it is, by document; the rest stands as it came. */
export type Ticks = ReadonlyMap<string, Tick>;
/** A text is the id of the organization that was chosen. */
export type Tick = boolean | string;

/** What happens without a decision. A tick means «money of a customer», credited or for now unidentified. */
const isTickedAtFirst: Record<MatchKind, boolean> = {
  invoice: true,
  suggestion: false,
  none: true,
  duplicate: false,
  ignored: false,
};

export function isTicked({ id, match }: IncomingDocument, ticks: Ticks): boolean {
  return Boolean(ticks.get(id) ?? isTickedAtFirst[match.kind]);
}

/** Nothing credits what is stored already, so that is not asked about; whose money it is, is chosen, not ticked. */
export function isOffered({ match }: IncomingDocument): boolean {
  return match.kind !== 'duplicate' || match.isSimilar === true;
}

/** Only what differs from what the server does by itself: it matches anew when the statement is posted. */
export function decisionsOf(incoming: readonly IncomingDocument[], ticks: Ticks): Decision[] {
  return incoming.filter(isOffered).flatMap((document): Decision[] => {
    const chosen = ticks.get(document.id);
    if (typeof chosen === 'string')
      return [{ documentId: document.id, action: 'credit', organizationId: chosen, invoiceId: null }];
    const ticked = isTicked(document, ticks);
    if (ticked === isTickedAtFirst[document.match.kind]) return [];
    return [decide(document, ticked)];
  });
}

function decide({ id: documentId, match }: IncomingDocument, ticked: boolean): Decision {
  const { kind, organizationId, invoiceId } = match;
  if (kind === 'suggestion' && organizationId) return { documentId, action: 'credit', organizationId, invoiceId };
  if (kind === 'none' && !ticked) return { documentId, action: 'skip' };
  return { documentId, action: 'unidentified' };
}

export interface Sum {
  count: number;
  amountMinor: number;
}

export function sumOf(documents: readonly { amountMinor: number }[]): Sum {
  return {
    count: documents.length,
    amountMinor: documents.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
  };
}

export function outcomeOf({ incoming }: Pick<BankStatement, 'incoming'>, ticks: Ticks) {
  const isCredited = (document: IncomingDocument) =>
    ['invoice', 'suggestion'].includes(document.match.kind) && isTicked(document, ticks);
  const isLeft = (document: IncomingDocument) => {
    const { kind } = document.match;
    if (kind === 'invoice' || kind === 'suggestion') return false;
    return !isOffered(document) || !isTicked(document, ticks);
  };
  return {
    credited: sumOf(incoming.filter(isCredited)),
    unidentified: sumOf(incoming.filter((document) => !isCredited(document) && !isLeft(document))),
    left: sumOf(incoming.filter(isLeft)),
  };
}
