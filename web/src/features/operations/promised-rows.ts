import type { Operation, OperationFilter } from '@kazna/contract/cabinet/balance';
import { listPromisedPayments, type TakenPromise } from '@kazna/contract/cabinet/promised-payments';
import { formatMoney } from '@kazna/contract/shared/money';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { formatDay } from '../../format/date.ts';
import { keys } from '../../queries/keys.ts';

/** A promised payment is a limit, not money: a row without an amount, which no sum counts. */
export interface PromisedRow extends TakenPromise {
  createdAt: string;
}
export type OperationRow = Operation | PromisedRow;

export const isPromised = (row: OperationRow): row is PromisedRow => 'until' in row;

export function promisedPaymentsQuery(organizationId: string | undefined) {
  return queryOptions({
    queryKey: keys.promisedPayments(organizationId),
    queryFn: ({ signal }) => call(listPromisedPayments, {}, signal),
    select: ({ items }) => items,
    enabled: organizationId !== undefined,
  });
}

/** Puts promised payments among the operations loaded so far, by time. A filter by anything but the period leaves them out. */
export function withPromised(
  operations: readonly Operation[],
  promises: readonly TakenPromise[],
  { from, to, ...others }: OperationFilter,
  hasMore: boolean,
): OperationRow[] {
  if (Object.keys(others).length > 0) return [...operations];
  const oldest = hasMore ? operations.at(-1)?.createdAt : undefined;
  const rows = promises
    .map((promise) => ({ ...promise, createdAt: promise.takenAt }))
    .filter(({ createdAt }) => !(from && createdAt < from) && !(to && createdAt >= to))
    .filter(({ createdAt }) => !oldest || createdAt >= oldest);
  // What the promise made possible was charged after it: at one time it stands below.
  return [...operations, ...rows].sort((one, other) => other.createdAt.localeCompare(one.createdAt));
}

const outcomes: Record<TakenPromise['status'], string> = {
  active: 'ещё не погашен',
  paid: 'погашен',
  unpaid: 'не погашен в срок',
};

/** «Баланс может быть меньше нуля до 807,00 ₽ по 13 января, погашен». */
export function promisedText({ until, status, amountMinor, currency }: TakenPromise): string {
  return `Можно было уйти в минус до ${formatMoney({ amountMinor, currency })} по ${formatDay(until, 'UTC').replace(' ', '\u00a0')}, ${outcomes[status]}`;
}
