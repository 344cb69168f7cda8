import { createHash } from 'node:crypto';
import type { StatementDocument } from '../format/statement.ts';

const hash = (parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest();
/** Exports differ in how they wrap and punctuate a purpose. */
const normalize = (purpose: string) => purpose.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
const withoutZeros = (number: string) => number.replace(/^0+(?=.)/, '').toUpperCase();

export interface Fingerprint {
  fingerprint: Buffer;
  /** The same without what a bank may write otherwise the next time. */
  nearKey: Buffer;
  /** Counts equal fingerprints of one file: two equal payments on one day are possible. */
  occurrence: number;
}

/** In the order of the documents, each with the account of ours that it came to. */
export function fingerprintsOf(documents: { document: StatementDocument; account: string }[]): Fingerprint[] {
  const seen = new Map<string, number>();
  return documents.map(({ document, account }) => {
    const { number, day, amountMinor, payer, purpose } = document;
    const core = [account, withoutZeros(number), day, amountMinor];
    const accounts = payer.accounts.toSorted();
    const fingerprint = hash([...core, accounts, payer.bik, payer.inn, normalize(purpose)]);
    const name = fingerprint.toString('hex');
    const occurrence = (seen.get(name) ?? 0) + 1;
    seen.set(name, occurrence);
    return { fingerprint, nearKey: hash([...core, payer.inn ?? accounts]), occurrence };
  });
}
