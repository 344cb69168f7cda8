import type { Currency } from '@kazna/contract/shared/money';
import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { type AccountKey, accountKeyOf, accountName, describeAccount, type LedgerAccount } from './accounts.ts';
import { type BalanceChanges, computeBalanceChanges, type IdentifiedPosting } from './balance-changes.ts';
import { type LockedAccount, lockAccounts, openAccounts } from './locking-store.ts';
import { crossesLowThreshold } from './low-balance/is-low-balance.ts';
import { type Posting, sourceKindOf } from './posting.ts';
import { type BalanceAfter, recordBalanceChanges } from './present-v1.ts';
import {
  type EarlierTransfer,
  type HeldAndLastEntry,
  type NewTransfer,
  selectHeldAndLastEntry,
  selectTaken,
  selectTransfersByKeys,
  type Transfer,
  transferInsert,
  type UndoneTransfer,
} from './transfers-store.ts';

/** Transfers that wait for the commit are in no balance yet: what would be worked out of one would be wrong. */
const deferredIn = new WeakSet<Transaction>();

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
  requireNothingDeferred(tx);
  const byKey = new Map<string, Posting>();
  for (const posting of postings) if (!byKey.has(posting.key)) byKey.set(posting.key, posting);
  const locked = await openAndLock(tx, [...byKey.values()]);
  const postedBefore = new Set(locked.beside[0]?.postedKeys);
  const fresh = identify([...byKey.values()].filter(({ key }) => !postedBefore.has(key)));
  const changes = computeBalanceChanges(locked.accounts, fresh, locked.undone);
  const written = fresh.length > 0 ? await tx.query<Written>(transferInsert(rowsOf(locked, fresh, changes))) : [];
  publish(tx, locked, changes);
  const writtenAt = new Map(written.map(({ id, createdAt }) => [id, createdAt]));
  const isNew = new Map(fresh.filter(({ id }) => writtenAt.has(id)).map((posting) => [posting.key, posting]));
  const repeated = postings.filter((posting) => byKey.get(posting.key) !== posting || !isNew.has(posting.key));
  const earlier = repeated.length > 0 ? await selectTransfersByKeys(tx, keysOf(repeated)) : [];
  const earlierOnes = new Map(earlier.map((transfer) => [transfer.key, transfer]));
  return postings.map((posting) => {
    const first = byKey.get(posting.key) === posting && isNew.get(posting.key);
    if (!first) return repetition(posting, earlierOnes);
    const { id, key, kind, amountMinor } = first;
    return { id, key, kind, amountMinor, createdAt: writtenAt.get(id) as string, isNew: true, isSame: true };
  });
}

/**
 * Moves money like `postTransfers`, by a statement that goes out with the commit: a round trip less under the locks. For
 * postings whose keys were made in this transaction, and as the last that it does with the ledger.
 */
export async function postAtCommit(tx: Transaction, postings: Posting[], locked: LockedBalances): Promise<void> {
  requireNothingDeferred(tx);
  const ready = locked.accounts.length > 0 ? locked : await openAndLock(tx, postings);
  const identified = identify(postings);
  const changes = computeBalanceChanges(ready.accounts, identified, ready.undone);
  tx.queryAtCommit(transferInsert(rowsOf(ready, identified, changes)));
  deferredIn.add(tx);
  publish(tx, ready, changes);
}

function requireNothingDeferred(tx: Transaction): void {
  if (deferredIn.has(tx)) throw new Error('a transaction that has deferred its transfers posts no others');
}

interface Written {
  id: string;
  createdAt: string;
}

export interface LockedBalances {
  /** None while one of them is not open yet. */
  accounts: LockedAccount[];
  beside: HeldAndLastEntry[];
  /** What the postings undo, by key. */
  undone: Map<string, UndoneTransfer>;
}

/** Locks what the postings need, to go out with other statements. `askedKeys` are those that may have been posted before. */
export async function lockBalances(
  tx: Transaction,
  postings: Posting[],
  askedKeys = keysOf(postings),
): Promise<LockedBalances> {
  const { keys, credited } = accountsOf(postings);
  const balances = keys.filter(({ kind }) => kind === 'organization');
  const undoes = postings.flatMap(({ undoes }) => undoes ?? []);
  const [accounts, beside, undone] = await tx.pipeline(() =>
    Promise.all([
      lockAccounts(tx, keys, credited),
      selectHeldAndLastEntry(tx, balances, askedKeys),
      undoes.length > 0 ? selectTaken(tx, undoes) : [],
    ]),
  );
  return { accounts, beside, undone: new Map(undone.map((transfer) => [transfer.key, transfer])) };
}

export async function openAndLock(tx: Transaction, postings: Posting[]): Promise<LockedBalances> {
  const { keys } = accountsOf(postings);
  if (keys.length === 0) return { accounts: [], beside: [], undone: new Map() };
  const locked = await lockBalances(tx, postings);
  if (locked.accounts.length > 0) return locked;
  await openAccounts(tx, keys);
  return lockBalances(tx, postings);
}

const keysOf = (postings: Posting[]) => postings.map(({ key }) => key);

const identify = (postings: Posting[]) => postings.map((posting) => ({ ...posting, id: uuidv7() }));

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

function accountsOf(postings: Posting[]): { keys: AccountKey[]; credited: string[] } {
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

function rowsOf(
  { accounts: locked, beside, undone }: LockedBalances,
  postings: IdentifiedPosting[],
  changes: BalanceChanges,
) {
  const ids = new Map(locked.map((account) => [accountName(account), account.id]));
  const reference = (account: LedgerAccount, currency: Currency) => {
    if (typeof account === 'string') return { system: account };
    return { id: ids.get(accountName(accountKeyOf(account, currency) as AccountKey)) as string };
  };
  const transfers = postings.map((posting): NewTransfer => {
    const { id, key, kind, amountMinor, currency, sourceId = null } = posting;
    const [debit, credit] = [reference(posting.from, currency), reference(posting.to, currency)];
    const undoesId = posting.undoes ? (undone.get(posting.undoes)?.id ?? null) : null;
    return {
      id,
      key,
      kind,
      debit,
      credit,
      amountMinor,
      currency,
      sourceKind: sourceKindOf(posting),
      sourceId,
      undoesId,
    };
  });
  const lastEntryAt = new Map(beside.map((one) => [one.organizationId, one.lastEntryAt]));
  const entries = changes.entries.map((entry) => ({
    ...entry,
    lastEntryAt: lastEntryAt.get(entry.organizationId) ?? null,
  }));
  return { transfers, entries, accounts: changes.accounts };
}

/** Hints and events of every balance that the postings touch, once each. */
function publish(tx: Transaction, { accounts, beside }: LockedBalances, changes: BalanceChanges): void {
  const before = new Map(accounts.map((account) => [accountName(account), account]));
  const after = new Map(changes.accounts.map((account) => [accountName(account), account]));
  const changed: BalanceAfter[] = beside.flatMap(({ organizationId, currency, heldMinor }) => {
    const nameOf = (kind: AccountKey['kind']) => accountName({ organizationId, kind, currency });
    const [balance, held] = [after.get(nameOf('organization')), after.get(nameOf('held'))];
    if (!balance && !held) return [];
    const earlier = before.get(nameOf('organization')) as LockedAccount;
    const { balanceMinor, creditLimitMinor } = balance ?? earlier;
    const crossing = { ...earlier, balanceAfterMinor: balanceMinor };
    const isNewlyLow = (!earlier.isLow && balance?.isLow) || crossesLowThreshold(crossing);
    const amounts = { balanceMinor, heldMinor: held?.balanceMinor ?? heldMinor, creditLimitMinor };
    return [{ organizationId, currency, ...amounts, isNewlyLow }];
  });
  for (const { organizationId } of changed) announce(tx, { organizationId }, 'balance');
  recordBalanceChanges(tx, changed);
}
