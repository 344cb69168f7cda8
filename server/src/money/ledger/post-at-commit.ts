import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { type AccountKey, accountKeyOf, accountName, type LedgerAccount } from './accounts.ts';
import { assertNothingDeferred, markDeferred } from './deferring/deferred.ts';
import { type Surroundings, selectSurroundings, transferInsert } from './deferring/store.ts';
import type { LockedAccount } from './locking/store.ts';
import { crossesLowThreshold } from './low-balance/is-low-balance.ts';
import { type AccountChange, movesOf } from './moves.ts';
import { accountsOf, lockForTransfers, openAndLock } from './post-transfer.ts';
import type { BalanceAfter } from './posting/store.ts';
import { type Posting, sourceKindOf } from './posting.ts';
import { assertAllowed } from './posting-rules.ts';
import { recordBalanceChanges } from './present-v1.ts';

export interface LockedBalances {
  accounts: LockedAccount[];
  surroundings: Surroundings[];
}

/** Locks what `postAtCommit` needs, to go out with other statements. Without accounts while one is not open yet. */
export async function lockBalances(tx: Transaction, postings: Posting[]): Promise<LockedBalances> {
  const balances = accountsOf(postings).keys.filter(({ kind }) => kind === 'organization');
  const [accounts, surroundings] = await tx.together(() =>
    Promise.all([lockForTransfers(tx, postings, []), selectSurroundings(tx, balances)]),
  );
  return { accounts, surroundings };
}

/**
 * Moves money like `postTransfers`, by a statement that goes out with the commit: a round trip less under the locks. For
 * postings whose keys were made in this transaction, and as the last that it does with the ledger.
 */
export async function postAtCommit(tx: Transaction, postings: Posting[], locked: LockedBalances): Promise<void> {
  if (locked.accounts.length === 0) {
    await openAndLock(tx, postings);
    return postAtCommit(tx, postings, await lockBalances(tx, postings));
  }
  assertNothingDeferred(tx);
  const accounts = new Map(locked.accounts.map((account) => [accountName(account), account]));
  assertAllowed(accounts, postings);
  const identified = postings.map((posting) => ({ ...posting, id: uuidv7() }));
  const { entries, changes } = movesOf(accounts, identified);
  const reference = (account: LedgerAccount, { currency }: Posting) => {
    if (typeof account === 'string') return { system: account };
    return { id: (accounts.get(accountName(accountKeyOf(account, currency) as AccountKey)) as LockedAccount).id };
  };
  const transfers = identified.map((posting) => ({
    ...posting,
    debit: reference(posting.from, posting),
    credit: reference(posting.to, posting),
    sourceKind: sourceKindOf(posting),
    sourceId: posting.sourceId ?? null,
  }));
  const lastEntryAt = new Map(locked.surroundings.map((one) => [one.organizationId, one.lastEntryAt]));
  const dated = entries.map((entry) => ({ ...entry, lastEntryAt: lastEntryAt.get(entry.organizationId) ?? null }));
  tx.queryAtCommit(transferInsert({ transfers, entries: dated, changes }));
  markDeferred(tx);
  const moved = new Set(accountsOf(postings).keys.map(accountName));
  const balances = balancesAfter(accounts, locked.surroundings, changes).filter((balance) =>
    moved.has(accountName({ ...balance, kind: 'organization' })),
  );
  for (const { organizationId } of balances) announce(tx, { organizationId }, 'balance');
  recordBalanceChanges(tx, balances);
}

function balancesAfter(
  accounts: ReadonlyMap<string, LockedAccount>,
  surroundings: Surroundings[],
  changes: AccountChange[],
): BalanceAfter[] {
  const changeOf = new Map(changes.map((change) => [change.accountId, change]));
  const amountOf = (account: LockedAccount | undefined) => {
    const change = account && changeOf.get(account.id);
    return change ? change.creditedMinor - change.debitedMinor : 0;
  };
  return surroundings.map(({ organizationId, currency, heldMinor }) => {
    const accountOf = (kind: AccountKey['kind']) => accounts.get(accountName({ organizationId, kind, currency }));
    const balance = accountOf('organization') as LockedAccount;
    const balanceAfterMinor = balance.balanceMinor + amountOf(balance);
    const isNewlyShort = !balance.isLow && (changeOf.get(balance.id)?.isLow ?? false);
    return {
      organizationId,
      currency,
      balanceMinor: balanceAfterMinor,
      heldMinor: heldMinor + amountOf(accountOf('held')),
      creditLimitMinor: balance.creditLimitMinor,
      isNewlyLow: isNewlyShort || crossesLowThreshold({ ...balance, balanceAfterMinor }),
    };
  });
}
