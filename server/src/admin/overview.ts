import type { Overview } from '@kazna/contract/admin/overview';
import type { Config } from '../config/config.ts';
import { selectReceiptsByDay } from '../documents/bank-statements/receipts-store.ts';
import { readTotalBalances } from '../money/ledger/reads.ts';
import { takesRealMoney } from '../payments/providers/open-provider.ts';
import type { Queries } from '../platform/db/database.ts';
import { selectInboxState } from '../support/inbox/inbox-store.ts';
import { getCounts, overviewDays, selectPaidByDay, selectWaiting } from './overview-store.ts';

export async function readOverview(db: Queries, config: Pick<Config, 'smtpUrl' | 'payments' | 'inbox'>) {
  const { unansweredPayments, waitingJobs, ...counts } = await getCounts(db);
  return {
    ...counts,
    balances: await readTotalBalances(db),
    moneyIn: await readMoneyIn(db),
    health: {
      unansweredPayments,
      waitingJobs,
      isMailReal: config.smtpUrl !== undefined,
      isProviderReal: takesRealMoney(config),
      inbox: config.inbox && (await selectInboxState(db)),
    },
    attention: await selectWaiting(db),
  };
}

/** Bank transfers stand beside payments: one sum for each day and currency. */
async function readMoneyIn(db: Queries): Promise<Overview['moneyIn']> {
  const paid = await selectPaidByDay(db);
  const received = await selectReceiptsByDay(db, overviewDays);
  const sums = new Map<string, Overview['moneyIn'][number]>();
  for (const one of [...paid, ...received.map((day) => ({ ...day, currency: 'RUB' as const }))]) {
    const key = `${one.date} ${one.currency}`;
    sums.set(key, { ...one, amountMinor: one.amountMinor + (sums.get(key)?.amountMinor ?? 0) });
  }
  return [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
}
