import type { Config } from '../config/config.ts';
import { countUndecidedReturns } from '../documents/bank-returns/reads.ts';
import { readTotalBalances } from '../money/ledger/balances.ts';
import { countSilentRefunds } from '../payments/refunds/silent-refunds.ts';
import type { Queries } from '../platform/db/database.ts';
import { getCounts, selectMoneyIn } from './store.ts';

export async function readOverview(db: Queries, { smtpUrl, payments }: Pick<Config, 'smtpUrl' | 'payments'>) {
  const { unansweredPayments, waitingJobs, reviewPayments, failedJobs, unidentifiedReceipts, ...counts } =
    await getCounts(db);
  return {
    ...counts,
    balances: await readTotalBalances(db),
    moneyIn: await selectMoneyIn(db),
    health: {
      unansweredPayments,
      waitingJobs,
      isMailReal: smtpUrl !== undefined,
      isProviderReal: payments.yookassa !== null,
    },
    attention: {
      reviewPayments,
      silentRefunds: await countSilentRefunds(db),
      bankReturns: await countUndecidedReturns(db),
      failedJobs,
      unidentifiedReceipts,
    },
  };
}
