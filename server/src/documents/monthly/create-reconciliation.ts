import { isDeepStrictEqual } from 'node:util';
import { documentKinds } from '@kazna/contract/cabinet/documents';
import { businessDay } from '@kazna/contract/shared/business-time';
import { lockSharedWithPermission } from '../../organizations/locks.ts';
import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import { dayInDigits, firstDayOf, lastDayOf, monthInWords } from '../calendar.ts';
import { takeDatedNumber } from '../numbers-store.ts';
import { findParties, sellerOf } from '../parties-store.ts';
import type { MovementKind } from './advances/movement.ts';
import { type ReconciliationData, type ReconciliationRow, seriesOf } from './document-data.ts';
import {
  countRecentReconciliations,
  findLastReconciliation,
  insertDocument,
  lockDocumentsOf,
  type MonthDocument,
  selectMonthDocuments,
} from './store.ts';
import { type DaySum, selectBalanceBefore, selectDaySums } from './turnover-store.ts';

/** The text of the problem names the number. */
const maxADay = 50;

export interface ReconciliationRequest {
  organizationId: string;
  userId: string;
  from: string;
  to: string;
}

/** Returns the id; one that would say what the last one for the same days says is not made again. */
export async function createReconciliation(
  tx: Transaction,
  { organizationId, userId, from, to }: ReconciliationRequest,
  now: Date,
): Promise<string> {
  const today = businessDay(now);
  if (to > today) throw new Problem('period_not_over');
  await lockSharedWithPermission(tx, organizationId, userId, 'payments.export');
  await lockDocumentsOf(tx, organizationId);
  const { business, buyer } = await findParties(tx, organizationId);
  const openingMinor = await selectBalanceBefore(tx, organizationId, from);
  const sums = await selectDaySums(tx, organizationId, from, to);
  const rows = reconciliationRows(sums, await selectMonthDocuments(tx, organizationId), { from, to });
  const closingMinor = rows.reduce((sum, row) => sum + row.creditMinor - row.debitMinor, openingMinor);
  const parties = { seller: sellerOf(business), buyer, vat: null };
  const data: ReconciliationData = { ...parties, from, to, openingMinor, closingMinor, rows };
  const last = await findLastReconciliation(tx, organizationId, from, to);
  if (last && isDeepStrictEqual(last.data, JSON.parse(JSON.stringify(data)))) return last.id;
  if ((await countRecentReconciliations(tx, organizationId)) >= maxADay) throw new Problem('too_many_documents');
  const id = uuidv7();
  const kind = 'reconciliation';
  const dated = await takeDatedNumber(tx, seriesOf[kind], { wanted: today, today });
  const sumsOf = { amountMinor: closingMinor, vatMinor: 0, currency: 'RUB' as const };
  const rest = { revision: 0, sourceId: null, period: null, from, to, createdBy: userId };
  await insertDocument(tx, { id, organizationId, kind, data, ...dated, ...sumsOf, ...rest });
  announce(tx, { organizationId }, 'payments');
  return id;
}

const texts: Record<Exclude<MovementKind, 'charge' | 'charge_refund'>, string> = {
  top_up: 'Оплата картой или по СБП',
  bank_receipt: 'Платёжное поручение',
  bank_receipt_reversal: 'Отмена зачисления',
  bank_return: 'Возврат по банку',
  bank_return_reversal: 'Отмена возврата по банку',
  refund: 'Возврат оплаты',
  refund_reversal: 'Отмена возврата',
  bonus: 'Бонус',
  bonus_reversal: 'Отмена бонуса',
  adjustment: 'Корректировка',
};

const maxRows = 500;

/**
 * Turnover by document: a month's services as its act or УПД, what was given back of earlier ones apart from it, payment
 * orders one by one, the rest by day. Beyond 500 rows everything is summed by month, so that an act of years is readable.
 */
export function reconciliationRows(
  sums: readonly DaySum[],
  documents: readonly MonthDocument[],
  period: { from: string; to: string },
): ReconciliationRow[] {
  const isService = ({ kind }: DaySum) => kind === 'charge' || kind === 'charge_refund';
  const services = serviceRows(sums.filter(isService), documents, period);
  const others = sums.filter((sum) => !isService(sum));
  const payments = (others.length > maxRows ? byMonth(others, period.to) : others).map(paymentRow);
  return [...payments, ...services].toSorted((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)));
}

function paymentRow({ day, kind, number, count, amountMinor }: DaySum): ReconciliationRow {
  const name = texts[kind as keyof typeof texts];
  const text = number ? `${name} № ${number}` : count > 1 ? `${name} (${count})` : name;
  return { day, text, ...sides(-amountMinor) };
}

function serviceRows(
  sums: DaySum[],
  documents: readonly MonthDocument[],
  { from, to }: { from: string; to: string },
): ReconciliationRow[] {
  const months = Map.groupBy(sums, ({ day, ofMonth }) => `${day.slice(0, 7)} ${ofMonth ?? ''}`);
  return [...months.values()].flatMap((days) => {
    const amountMinor = -days.reduce((sum, one) => sum + one.amountMinor, 0);
    if (amountMinor === 0) return [];
    const { day, ofMonth } = days[0] as DaySum;
    const month = day.slice(0, 7);
    const [first, last] = [latest(firstDayOf(month), from), earliest(lastDayOf(month), to)];
    const document = documents.find(({ period }) => period === (ofMonth ?? month));
    if (ofMonth) {
      const text = document ? `Возврат: ${nameOf(document)}` : `Возврат за ${monthInWords(ofMonth)}`;
      return [{ day: last, text, ...sides(amountMinor) }];
    }
    const isWhole = first === firstDayOf(month) && last === lastDayOf(month);
    const named = isWhole && document?.amounts.includes(amountMinor) ? document : null;
    const part = isWhole ? monthInWords(month) : `${dayInDigits(first)}–${dayInDigits(last)}`;
    return [{ day: last, text: named ? nameOf(named) : `Услуги за ${part}`, ...sides(amountMinor) }];
  });
}

const nameOf = ({ kind, number, day }: MonthDocument) => `${documentKinds[kind]} № ${number} от ${dayInDigits(day)}`;

function byMonth(sums: DaySum[], to: string): DaySum[] {
  const groups = Map.groupBy(sums, ({ day, kind }) => `${day.slice(0, 7)} ${kind}`);
  return [...groups.values()].map((group) => {
    const { day, kind } = group[0] as DaySum;
    const total = (field: 'count' | 'amountMinor') => group.reduce((sum, one) => sum + one[field], 0);
    const last = earliest(lastDayOf(day.slice(0, 7)), to);
    return { day: last, kind, number: null, ofMonth: null, count: total('count'), amountMinor: total('amountMinor') };
  });
}

const earliest = (one: string, other: string) => (one < other ? one : other);
const latest = (one: string, other: string) => (one > other ? one : other);

/** Above zero the customer owes it, below it is theirs. */
const sides = (amountMinor: number) => ({
  debitMinor: Math.max(amountMinor, 0),
  creditMinor: Math.max(-amountMinor, 0),
});
