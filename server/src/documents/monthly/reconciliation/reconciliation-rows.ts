import { documentKinds } from '@kazna/contract/cabinet/documents';
import { dayInDigits, monthInWords } from '../../day-in-words.ts';
import type { MovementKind } from '../advances/movement.ts';
import type { ReconciliationRow } from '../closing-data.ts';
import { firstDayOf, lastDayOf } from '../periods.ts';

export interface DaySum {
  day: string;
  kind: MovementKind;
  /** Of a payment order. */
  number: string | null;
  count: number;
  amountMinor: number;
}

export interface MonthDocument {
  kind: 'act' | 'upd';
  period: string;
  number: string;
  day: string;
  amountMinor: number;
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
 * Turnover by document: a month's services as its act or УПД, payment orders one by one, the rest by day. Beyond 500 rows
 * everything is summed by month, so that the act of many years stays readable.
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
  const months = Map.groupBy(sums, ({ day }) => day.slice(0, 7));
  return [...months].flatMap(([month, days]) => {
    const amountMinor = -days.reduce((sum, one) => sum + one.amountMinor, 0);
    if (amountMinor === 0) return [];
    const [first, last] = [latest(firstDayOf(month), from), earliest(lastDayOf(month), to)];
    const isWhole = first === firstDayOf(month) && last === lastDayOf(month);
    const document = documents.find(({ period }) => period === month);
    const named = isWhole && document?.amountMinor === amountMinor ? document : null;
    const part = isWhole ? monthInWords(month) : `${dayInDigits(first)}–${dayInDigits(last)}`;
    const text = named
      ? `${documentKinds[named.kind]} № ${named.number} от ${dayInDigits(named.day)}`
      : `Услуги за ${part}`;
    return [{ day: last, text, ...sides(amountMinor) }];
  });
}

function byMonth(sums: DaySum[], to: string): DaySum[] {
  const groups = Map.groupBy(sums, ({ day, kind }) => `${day.slice(0, 7)} ${kind}`);
  return [...groups.values()].map((group) => {
    const { day, kind } = group[0] as DaySum;
    const total = (field: 'count' | 'amountMinor') => group.reduce((sum, one) => sum + one[field], 0);
    const last = earliest(lastDayOf(day.slice(0, 7)), to);
    return { day: last, kind, number: null, count: total('count'), amountMinor: total('amountMinor') };
  });
}

const earliest = (one: string, other: string) => (one < other ? one : other);
const latest = (one: string, other: string) => (one > other ? one : other);

/** Above zero the customer owes it, below it is theirs. */
const sides = (amountMinor: number) => ({
  debitMinor: Math.max(amountMinor, 0),
  creditMinor: Math.max(-amountMinor, 0),
});
