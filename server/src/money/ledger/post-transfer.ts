import type { Currency } from '@kazna/contract/shared/money';
import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import {
  type AccountKey,
  type ChangedAccount,
  type EarlierTransfer,
  type LedgerAccount,
  type LockedAccount,
  type NewRows,
  type PastPosting,
  type Posting,
  potNames,
  type Taken,
  type Transfer,
} from './posting.ts';
import { addToSums, lownessOf, potChangeOf, requireCovered, requireUndoable, sourceKindOf } from './rules.ts';
import {
  type HeldAndLastEntry,
  lockAccounts,
  openAccounts,
  recordBalanceChange,
  selectHeldAndLastEntry,
  selectTaken,
  selectTransfersByKeys,
  transferInsert,
  type UndoneTransfer,
} from './transfers-store.ts';

/** Money never reaches a closed organization: it could be neither seen, spent nor returned. */
export class ClosedOrganization extends Error {}

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
  await writeDeferred(tx);
  const byKey = new Map<string, Posting>();
  for (const posting of postings) if (!byKey.has(posting.key)) byKey.set(posting.key, posting);
  const locked = await openAndLock(tx, [...byKey.values()]);
  const postedBefore = new Set(locked.beside[0]?.postedKeys);
  const fresh = [...byKey.values()].filter(({ key }) => !postedBefore.has(key));
  const changes = computeBalanceChanges(locked, fresh);
  const written =
    fresh.length > 0 ? await tx.query<Pick<Transfer, 'id' | 'createdAt'>>(transferInsert(changes, true)) : [];
  publish(tx, locked, changes);
  const writtenAt = new Map(written.map(({ id, createdAt }) => [id, createdAt]));
  const isNew = new Map(changes.transfers.filter(({ id }) => writtenAt.has(id)).map((one) => [one.key, one]));
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
 * postings whose keys were made in this transaction; what posts after them writes them first.
 */
export async function postAtCommit(tx: Transaction, postings: Posting[], locked: LockedBalances): Promise<void> {
  if (deferredIn.has(tx)) throw new Error('balances were locked before the transfers of the transaction were written');
  const ready = locked.accounts.length > 0 ? locked : await openAndLock(tx, postings);
  const changes = computeBalanceChanges(ready, postings);
  tx.queryAtCommit(transferInsert(changes, false));
  deferredIn.add(tx);
  publish(tx, ready, changes);
}

/** Writes what happened before, in the order of time: nothing is refused or announced, and what is low is so from now. */
export async function postPast(tx: Transaction, postings: PastPosting[]): Promise<void> {
  const locked = await openAndLock(tx, postings, []);
  await tx.query(transferInsert(computeBalanceChanges(locked, postings), false));
}

/** Writes transfers that wait for the commit, before the balances that they change are locked for others. */
export async function writeDeferred(tx: Transaction): Promise<void> {
  if (deferredIn.delete(tx)) await tx.queryDeferred();
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

export async function openAndLock(tx: Transaction, postings: Posting[], askedKeys?: string[]): Promise<LockedBalances> {
  const { keys } = accountsOf(postings);
  if (keys.length === 0) return { accounts: [], beside: [], undone: new Map() };
  const locked = await lockBalances(tx, postings, askedKeys);
  if (locked.accounts.length > 0) return locked;
  await openAccounts(tx, keys);
  return lockBalances(tx, postings, askedKeys);
}

const keysOf = (postings: Posting[]) => postings.map(({ key }) => key);

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

function describeAccount(account: LedgerAccount): string {
  if (typeof account === 'string') return account;
  return 'held' in account ? `held:${account.held}` : `organization:${account.organizationId}`;
}

/** Null for a system account. */
function accountKeyOf(account: LedgerAccount, currency: Currency): AccountKey | null {
  if (typeof account === 'string') return null;
  if ('held' in account) return { organizationId: account.held, kind: 'held', currency };
  return { organizationId: account.organizationId, kind: 'organization', currency };
}

function accountName({ organizationId, kind, currency }: AccountKey): string {
  return `${kind}:${organizationId}:${currency}`;
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

/**
 * Works out what the postings, made one after another, do to the locked accounts. Throws when one of them is refused:
 * none may rely on money that only a later one brings. Of the past nothing is refused.
 */
function computeBalanceChanges(locked: LockedBalances, postings: (Posting | PastPosting)[]): NewRows {
  const accounts = new Map(locked.accounts.map((account) => [accountName(account), changedOf(account)]));
  const lastEntryAt = new Map(locked.beside.map((one) => [one.organizationId, one.lastEntryAt]));
  const givenBack = new Map<string, Taken>(locked.undone);
  const rows: NewRows = { transfers: [], entries: [], accounts: [] };
  for (const posting of postings) {
    const { key, kind, amountMinor, currency, sourceId = null, undoes } = posting;
    const past = 'createdAt' in posting ? posting : null;
    const [id, at] = [past?.id ?? uuidv7(), past?.createdAt.toISOString() ?? null];
    const [payer, payee] = [posting.from, posting.to].map((side) => {
      const account = accountKeyOf(side, currency);
      return account && (accounts.get(accountName(account)) as ChangedAccount);
    });
    // A correction that takes back what another one gave undoes it as well, but gives nothing back.
    const back = payee && undoes ? givenBack.get(undoes) : undefined;
    if (!past && payee && !payee.isOpen) throw new ClosedOrganization();
    if (!past && payer && !isCapture(posting, rows)) requireCovered(payer, kind, amountMinor);
    if (!past && payee?.kind === 'organization') requireUndoable(kind, amountMinor, back);
    if (undoes && back) givenBack.set(undoes, { ...back, givenBackMinor: back.givenBackMinor + amountMinor });
    const moves = [payer && move(payer, posting, -amountMinor), payee && move(payee, posting, amountMinor, back)];
    for (const entry of moves) {
      if (!entry) continue;
      const times = { at, lastEntryAt: lastEntryAt.get(entry.organizationId) ?? null };
      rows.entries.push({ ...entry, transferId: id, currency, kind, sourceId, ...times });
    }
    const debit = { debitId: payer?.id ?? null, debitKind: systemKindOf(posting.from) };
    const credit = { creditId: payee?.id ?? null, creditKind: systemKindOf(posting.to) };
    const undoesId = undoes ? (locked.undone.get(undoes)?.id ?? null) : null;
    const source = { sourceKind: sourceKindOf(posting), sourceId };
    rows.transfers.push({ id, key, kind, amountMinor, currency, ...debit, ...credit, ...source, undoesId, at });
  }
  rows.accounts = [...accounts.values()].filter(({ days }) => days.length > 0);
  const isPast = rows.transfers.some(({ at }) => at !== null);
  for (const account of rows.accounts) Object.assign(account, lownessOf(account, isPast));
  return rows;
}

/** Not beyond what was released: the balance ends no lower than it was, also one that is below its limit. */
function isCapture({ captures, amountMinor }: Posting, { transfers }: NewRows): boolean {
  const released = transfers.at(-1);
  return captures !== undefined && released?.key === captures && released.amountMinor >= amountMinor;
}

const systemKindOf = (account: LedgerAccount) => (typeof account === 'string' ? account : null);

function changedOf(account: LockedAccount): ChangedAccount {
  const { pots, repaid, balanceMinor: balanceBefore } = account;
  return { ...account, pots: { ...pots }, repaid: { ...repaid }, balanceBefore, days: [], isNewlyLow: false };
}

/** Returns what is to be the entry, null for an account without entries. `back` is what the debit took that this undoes. */
function move(account: ChangedAccount, posting: Posting | PastPosting, amountMinor: number, back?: Taken) {
  const { id: accountId, organizationId, pots, repaid } = account;
  const change = account.kind === 'organization' && potChangeOf(account, posting.kind, amountMinor, back);
  account.balanceMinor += amountMinor;
  addToSums(account, posting, amountMinor);
  if (!change) return null;
  for (const pot of potNames) {
    pots[pot] += change.pots[pot];
    repaid[pot] += change.repaid[pot];
  }
  return { accountId, organizationId, amountMinor, balanceAfterMinor: account.balanceMinor, ...change };
}

/** Hints and events of every balance that the postings touch, once each. */
function publish(tx: Transaction, locked: LockedBalances, { accounts }: NewRows): void {
  const before = new Map(locked.accounts.map((account) => [accountName(account), account]));
  const after = new Map(accounts.map((account) => [accountName(account), account]));
  for (const { organizationId, currency, heldMinor } of locked.beside) {
    const nameOf = (kind: AccountKey['kind']) => accountName({ organizationId, kind, currency });
    const [balance, held] = [after.get(nameOf('organization')), after.get(nameOf('held'))];
    if (!balance && !held) continue;
    const { balanceMinor, creditLimitMinor } = balance ?? (before.get(nameOf('organization')) as LockedAccount);
    const amounts = { balanceMinor, heldMinor: held?.balanceMinor ?? heldMinor, creditLimitMinor };
    announce(tx, { organizationId }, 'balance');
    recordBalanceChange(tx, { organizationId, currency, ...amounts }, balance?.isNewlyLow);
  }
}
