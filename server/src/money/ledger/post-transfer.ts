import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { type AccountKey, accountKeyOf, accountName, describeAccount, type LedgerAccount } from './accounts.ts';
import { assertNothingDeferred } from './deferring/deferred.ts';
import { type LockedAccount, lockAccounts, openAccounts } from './locking/store.ts';
import {
  type EarlierTransfer,
  insertTransfers,
  type NewTransfer,
  selectTransfersByKeys,
  type Transfer,
} from './posting/store.ts';
import { InsufficientFunds, type Posting, sourceKindOf } from './posting.ts';
import { assertAllowed } from './posting-rules.ts';
import { recordBalanceChanges } from './present-v1.ts';

export interface Posted extends Transfer {
  /** False when the key was posted before. */
  isNew: boolean;
  /** Whether the transfer is what was asked for; a repeated key may have named another one before. */
  isSame: boolean;
}

/** Moves money, once: a key that was posted before changes nothing and returns the first transfer. */
export async function postTransfer(tx: Transaction, posting: Posting): Promise<Posted> {
  const [posted] = await postTransfers(tx, [posting]);
  return posted as Posted;
}

/**
 * Moves money by all of the postings or, when one of them is refused, by none, in two round trips: one locks the
 * organizations' accounts, one writes. System accounts are never locked, so organizations never wait for each other.
 * Returns one result a posting, in their order.
 */
export async function postTransfers(tx: Transaction, postings: Posting[]): Promise<Posted[]> {
  assertNothingDeferred(tx);
  const byKey = new Map<string, Posting>();
  for (const posting of postings) if (!byKey.has(posting.key)) byKey.set(posting.key, posting);
  const locked = await openAndLock(tx, [...byKey.values()]);
  const accounts = new Map(locked.map((account) => [accountName(account), account]));
  const postedBefore = new Set(locked[0]?.postedKeys);
  const fresh = [...byKey.values()].filter(({ key }) => !postedBefore.has(key));
  assertAllowed(accounts, fresh);
  const written = await write(tx, fresh, accounts);
  const isNew = new Set(written.map(({ key }) => key));
  // Somebody else posted one of the keys while we waited for the locks: what it would have brought must not be counted.
  const remaining = fresh.filter(({ key }) => isNew.has(key));
  if (remaining.length < fresh.length) assertAllowed(accounts, remaining);
  for (const organizationId of creditedOrDebited(remaining)) announce(tx, { organizationId }, 'balance');
  recordBalanceChanges(
    tx,
    written.flatMap(({ balances }) => balances ?? []),
  );
  const repeated = postings.filter((posting) => byKey.get(posting.key) !== posting || !isNew.has(posting.key));
  const earlier = repeated.length > 0 ? await selectTransfersByKeys(tx, keysOf(repeated)) : [];
  const newOnes = new Map(written.map((transfer) => [transfer.key, transfer]));
  const earlierOnes = new Map(earlier.map((transfer) => [transfer.key, transfer]));
  return postings.map((posting) => {
    const first = byKey.get(posting.key) === posting && newOnes.get(posting.key);
    if (!first) return repetition(posting, earlierOnes);
    const { balances: _, ...transfer } = first;
    return { ...transfer, isNew: true, isSame: true };
  });
}

function repetition(posting: Posting, earlier: ReadonlyMap<string, EarlierTransfer>): Posted {
  const { debit, credit, currency, ...transfer } = earlier.get(posting.key) as EarlierTransfer;
  const isSame =
    debit === describeAccount(posting.from) &&
    credit === describeAccount(posting.to) &&
    currency === posting.currency &&
    transfer.kind === posting.kind &&
    transfer.amountMinor === posting.amountMinor;
  return { ...transfer, isNew: false, isSame };
}

const keysOf = (postings: Posting[]) => postings.map(({ key }) => key);

/** Locks what the postings need, and returns nothing while an account is not open yet. */
export function lockForTransfers(
  tx: Transaction,
  postings: Posting[],
  transferKeys = keysOf(postings),
): Promise<LockedAccount[]> {
  const { keys, credited } = accountsOf(postings);
  return lockAccounts(tx, keys, credited, transferKeys);
}

export async function openAndLock(tx: Transaction, postings: Posting[]): Promise<LockedAccount[]> {
  const { keys } = accountsOf(postings);
  if (keys.length === 0) return [];
  const locked = await lockForTransfers(tx, postings);
  if (locked.length > 0) return locked;
  await openAccounts(tx, keys);
  return lockForTransfers(tx, postings);
}

export function accountsOf(postings: Posting[]): { keys: AccountKey[]; credited: string[] } {
  const keys = new Map<string, AccountKey>();
  const credited = new Set<string>();
  for (const { from, to, currency } of postings) {
    const payee = accountKeyOf(to, currency);
    if (payee) credited.add(payee.organizationId);
    for (const key of [accountKeyOf(from, currency), payee]) {
      if (!key) continue;
      keys.set(accountName(key), key);
      // Whatever moves of an organization's currency locks its balance, so that both amounts are known together.
      const balance: AccountKey = { ...key, kind: 'organization' };
      keys.set(accountName(balance), balance);
    }
  }
  return { keys: [...keys.values()], credited: [...credited] };
}

async function write(
  tx: Transaction,
  postings: Posting[],
  accounts: ReadonlyMap<string, LockedAccount>,
): Promise<Awaited<ReturnType<typeof insertTransfers>>> {
  if (postings.length === 0) return [];
  const reference = (account: LedgerAccount, { currency }: Posting) => {
    if (typeof account === 'string') return { system: account };
    const { id } = accounts.get(accountName(accountKeyOf(account, currency) as AccountKey)) as LockedAccount;
    return { id };
  };
  const transfers = postings.map(
    (posting): NewTransfer => ({
      ...posting,
      debit: reference(posting.from, posting),
      credit: reference(posting.to, posting),
      sourceKind: sourceKindOf(posting),
      sourceId: posting.sourceId ?? null,
    }),
  );
  try {
    return await insertTransfers(tx, transfers, [...creditedOrDebited(postings)]);
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'ledger_accounts_no_overdraft') throw new InsufficientFunds();
    throw error;
  }
}

function creditedOrDebited(postings: Posting[]): Set<string> {
  const keys = postings.flatMap(({ from, to, currency }) => [accountKeyOf(from, currency), accountKeyOf(to, currency)]);
  return new Set(keys.flatMap((key) => (key ? [key.organizationId] : [])));
}
