import type { IncomingDocument, MatchKind } from '@kazna/contract/admin/bank-statements';
import { expect, test } from 'vitest';
import { decisionsOf, isOffered, outcomeOf } from './decisions.ts';

function documentOf(kind: MatchKind, changes: Partial<IncomingDocument['match']> = {}): IncomingDocument {
  const organization = kind === 'invoice' || kind === 'suggestion' ? 'organization' : null;
  const match = { kind, invoiceId: organization && 'invoice', invoiceNumber: null, organizationId: organization };
  return {
    ...{ id: kind, line: 1, kind: 'Платежное поручение', number: '1', date: '2026-02-01', amountMinor: 100 },
    ...{ purpose: '', payer: '', inn: null, receipt: null },
    match: { ...match, organizationName: null, why: '', ...changes },
  };
}
const kinds = ['invoice', 'suggestion', 'none', 'duplicate', 'ignored'] as const;
const incoming = kinds.map((kind) => documentOf(kind));
const countsOf = (ticks: Map<string, boolean>) => {
  const { credited, unidentified, left } = outcomeOf({ incoming }, ticks);
  return [credited.count, unidentified.count, left.count];
};

test('untouched ticks of a statement send no decision: the server does it by itself', () => {
  expect(decisionsOf(incoming, new Map())).toEqual([]);
  expect(countsOf(new Map())).toEqual([1, 2, 2]);
});

test('changed ticks of a statement credit a suggestion, keep doubtful money unidentified and skip money of others', () => {
  const turned = new Map<string, boolean>([
    ['invoice', false],
    ['suggestion', true],
    ['none', false],
    ['ignored', true],
  ]);
  expect(decisionsOf(incoming, turned)).toEqual([
    { documentId: 'invoice', action: 'unidentified' },
    { documentId: 'suggestion', action: 'credit', organizationId: 'organization', invoiceId: 'invoice' },
    { documentId: 'none', action: 'skip' },
    { documentId: 'ignored', action: 'unidentified' },
  ]);
  expect(countsOf(turned)).toEqual([1, 2, 2]);
});

test('a tick turned there and back sends no decision', () => {
  expect(decisionsOf(incoming, new Map([['suggestion', false]]))).toEqual([]);
});

test('a stored duplicate is never offered or sent, one that is merely similar is', () => {
  const [stored, similar] = [documentOf('duplicate'), documentOf('duplicate', { isSimilar: true })];
  expect([isOffered(stored), isOffered(similar)]).toEqual([false, true]);
  const ticks = new Map([['duplicate', true]]);
  expect(decisionsOf([stored], ticks)).toEqual([]);
  expect(decisionsOf([similar], ticks)).toEqual([{ documentId: 'duplicate', action: 'unidentified' }]);
});
