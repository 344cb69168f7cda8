import { formatMoney } from '@kazna/contract/shared/money';
import type { Statement, StatementBalance, StatementFault } from './statement.ts';

const roubles = (amountMinor: number) => formatMoney({ amountMinor, currency: 'RUB' });

/**
 * Holds the bank's own sums against its documents. A difference means a lost document, or one that the bank never had:
 * somebody's purpose with a line break may look like a section of the file.
 */
export function checkBalances({ documents, balances }: Statement): StatementFault[] {
  const [received, spent] = [new Turnover(), new Turnover()];
  for (const { payer, payee, amountMinor, receivedDay, spentDay } of documents) {
    for (const account of payee.accounts) received.add(account, receivedDay, amountMinor);
    for (const account of payer.accounts) spent.add(account, spentDay, amountMinor);
  }
  return balances.flatMap((balance) => [
    ...checkSums(balance, { received: received.sum(balance), spent: spent.sum(balance) }),
    ...checkEquation(balance),
  ]);
}

/** Sums by account and day, which are few however many documents and sections there are. */
class Turnover {
  readonly #days = new Map<string, Map<string, number>>();

  add(account: string, day: string, amountMinor: number): void {
    const days = this.#days.get(account) ?? new Map<string, number>();
    this.#days.set(account, days.set(day, (days.get(day) ?? 0) + amountMinor));
  }

  sum({ account, from, to }: StatementBalance): number {
    const days = this.#days.get(account);
    if (!days) return 0;
    if (from === to) return days.get(from) ?? 0;
    let sum = 0;
    for (const [day, amount] of days) if (day >= from && day <= to) sum += amount;
    return sum;
  }
}

function checkSums(balance: StatementBalance, sums: { received: number; spent: number }): StatementFault[] {
  const { line, receivedMinor, spentMinor } = balance;
  const differing = (what: string, said: number | null, found: number) =>
    said === null || said === found
      ? []
      : [{ line, message: `${what} по остаткам ${roubles(said)}, а по документам ${roubles(found)}` }];
  return [...differing('Поступило', receivedMinor, sums.received), ...differing('Списано', spentMinor, sums.spent)];
}

function checkEquation({ line, openingMinor, receivedMinor, spentMinor, closingMinor }: StatementBalance) {
  if (openingMinor === null || receivedMinor === null || spentMinor === null || closingMinor === null) return [];
  const due = openingMinor + receivedMinor - spentMinor;
  if (due === closingMinor) return [];
  return [{ line, message: `Остаток на конец ${roubles(closingMinor)}, а должен быть ${roubles(due)}` }];
}
