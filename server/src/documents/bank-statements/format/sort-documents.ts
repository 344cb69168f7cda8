import type { StatementDocument } from './statement.ts';

export type Direction = 'incoming' | 'outgoing' | 'internal' | 'foreign';

/** Which side is ours decides, and not the dates: some banks fill `ДатаСписано` of incoming documents. */
export function directionOf({ payer, payee }: StatementDocument, ownAccounts: ReadonlySet<string>): Direction {
  const [pays, gets] = [payer, payee].map(({ accounts }) => accounts.some((account) => ownAccounts.has(account)));
  if (pays) return gets ? 'internal' : 'outgoing';
  return gets ? 'incoming' : 'foreign';
}

/** The account of ours that the money came to or left. */
export function ownAccountOf(document: StatementDocument, ownAccounts: ReadonlySet<string>): string | null {
  const accounts = [...document.payee.accounts, ...document.payer.accounts];
  return accounts.find((account) => ownAccounts.has(account)) ?? null;
}
