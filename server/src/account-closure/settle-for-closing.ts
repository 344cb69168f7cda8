import { type Closing, hasDebt, hasOwnMoney, obstaclesOf } from '@kazna/contract/cabinet/account-closure';
import { businessZone } from '@kazna/contract/shared/business-time';
import { readUnsettledReturns } from '../documents/bank-returns/bank-returns-store.ts';
import { closeBalances, readClosingBalances } from '../money/ledger/closure-balances.ts';
import { readHeld } from '../money/ledger/reads.ts';
import { dropRule } from '../payments/auto-top-up/set-rule.ts';
import { listUnsettled } from '../payments/closure-store.ts';
import { dropCards } from '../payments/saved-methods/change-cards.ts';
import type { Queries, Transaction } from '../platform/db/database.ts';
import { Problem } from '../platform/http/problem.ts';
import { selectPaidServices } from '../services/subscriptions/due-store.ts';
import { endIdle } from '../services/subscriptions/stop.ts';
import { readUnbilledServices } from '../services/usage/accrued.ts';
import { closeRequestsOf } from '../support/requests-store.ts';

export async function readClosing(db: Queries, organizationId: string): Promise<Closing> {
  return {
    balances: await readClosingBalances(db, organizationId),
    unsettled: [...(await listUnsettled(db, organizationId)), ...(await readUnsettledReturns(db, organizationId))],
    held: await readHeld(db, organizationId),
    services: await selectPaidServices(db, organizationId),
    unbilled: await readUnbilledServices(db, businessZone, organizationId),
  };
}

/**
 * Refuses while the organization has money or waits for some. Remaining bonuses are never paid out and are written off.
 * The caller must have locked the organization, so that nothing is credited meanwhile.
 */
export async function settleForClosing(tx: Transaction, organizationId: string): Promise<void> {
  await endIdle(tx, businessZone, organizationId);
  const closing = await readClosing(tx, organizationId);
  const obstacles = obstaclesOf(closing);
  if (obstacles.length > 0) {
    throw new Problem(codeOf(closing), { detail: obstacles.join(' ') });
  }
  await closeRequestsOf(tx, organizationId);
  await dropRule(tx, organizationId);
  await dropCards(tx, { organizationId });
  await closeBalances(tx, organizationId, closing.balances);
}

function codeOf(closing: Closing) {
  if (hasDebt(closing)) return 'organization_has_debt';
  if (hasOwnMoney(closing)) return 'organization_has_balance';
  return closing.services.length > 0 || closing.unbilled.length > 0
    ? 'organization_has_services'
    : 'organization_has_unsettled_payments';
}
