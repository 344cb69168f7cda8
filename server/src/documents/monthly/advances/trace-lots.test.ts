import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../calendar.ts';
import { advanceDueDay, advancesUsed, lotsUsed, receiptDaysDueOn } from './advance-rule.ts';
import { HistoryNeeded, LotBook, type LotState } from './lot-book.ts';
import type { Movement, MovementKind, Use } from './movement.ts';
import { traceLots } from './trace-lots.ts';

let ids = 0;
function move(kind: MovementKind, amountMinor: number, day = '2026-03-10', sourceId: string | null = null): Movement {
  ids += 1;
  return { kind, id: `${kind}-${ids}`, sourceId, day, amountMinor };
}

const credits = [
  'top_up',
  'bank_receipt',
  'bonus',
  'adjustment',
  'charge_refund',
  'refund_reversal',
  'bank_return_reversal',
] as const;
const debits = [
  'charge',
  'charge',
  'charge',
  'refund',
  'bank_receipt_reversal',
  'bank_return',
  'adjustment',
  'bonus_reversal',
] as const;
const step = fc.record({
  isCredit: fc.boolean(),
  credit: fc.constantFrom(...credits),
  debit: fc.constantFrom(...debits),
  amount: fc.integer({ min: 1, max: 10_000 }),
  source: fc.constantFrom('a', 'b', 'c', null),
  days: fc.integer({ min: 0, max: 4 }),
});

/** Refunds of charges never exceed the charges, and of payments not what was returned: the ledger holds that. */
function movementsOf(
  steps: { isCredit: boolean; credit: string; debit: string; amount: number; source: string | null; days: number }[],
) {
  let day = '2026-01-01';
  let charged = 0;
  const movements: Movement[] = [];
  for (const { isCredit, credit, debit, amount, source, days } of steps) {
    day = addDays(day, days);
    const kind = (isCredit ? credit : debit) as MovementKind;
    if (kind === 'charge') charged += amount;
    if (kind === 'charge_refund') {
      if (charged < amount) continue;
      charged -= amount;
    }
    movements.push(move(kind, isCredit ? amount : -amount, day, source));
  }
  return movements;
}

test('every kopeck of a lot is left, used or taken back, and what is left less the debt is the balance', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const movements = movementsOf(steps);
      const { lots, uses, debtMinor } = traceLots(movements);
      const used = (id: string) => uses.reduce((sum, use) => sum + (use.lotId === id ? use.amountMinor : 0), 0);
      for (const lot of lots) {
        expect(lot.leftMinor).toBeGreaterThanOrEqual(0);
        expect(lot.takenBackMinor).toBeGreaterThanOrEqual(0);
        expect(used(lot.id)).toBeGreaterThanOrEqual(0);
        expect(lot.leftMinor + used(lot.id) + lot.takenBackMinor).toBe(lot.amountMinor);
      }
      const left = lots.reduce((sum, lot) => sum + lot.leftMinor, 0);
      expect(left - debtMinor).toBe(movements.reduce((sum, { amountMinor }) => sum + amountMinor, 0));
      expect(left === 0 || debtMinor === 0).toBe(true);
    }),
  );
});

function usesByDay(uses: Use[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { lotId, day, amountMinor } of uses)
    sums[`${lotId} ${day}`] = (sums[`${lotId} ${day}`] ?? 0) + amountMinor;
  return Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0));
}

test('tracing from stored states, however short they are, gives what tracing from the first movement gives', () => {
  const chunks = fc.array(fc.array(step, { maxLength: 12 }), { minLength: 1, maxLength: 6 });
  let shortened = 0;
  fc.assert(
    fc.property(chunks, fc.constantFrom(0, 1, 2, 5, 300), (parts, maxParts) => {
      const all = movementsOf(parts.flat());
      const size = Math.ceil(all.length / parts.length) || 1;
      let state: LotState | undefined;
      for (let start = 0; start < all.length; start += size) {
        const until = all.slice(0, start + size);
        const whole = traceLots(until);
        let [book, tracedFrom] = [new LotBook(state), start];
        try {
          book.apply(all.slice(start, start + size));
        } catch (error) {
          expect(error).toBeInstanceOf(HistoryNeeded);
          shortened += 1;
          [book, tracedFrom] = [new LotBook(), 0];
          book.apply(until);
        }
        const left = ({ leftMinor }: { leftMinor: number }) => leftMinor > 0;
        expect(book.lots.filter(left)).toEqual(whole.lots.filter(left));
        expect(book.debtMinor).toBe(whole.debtMinor);
        const usedBefore = traceLots(all.slice(0, tracedFrom)).uses;
        expect(usesByDay([...usedBefore, ...book.uses])).toEqual(usesByDay(whole.uses));
        state = JSON.parse(JSON.stringify(book.toState(maxParts)));
      }
    }),
  );
  expect(shortened).toBeGreaterThan(0);
});

test('without debts, the parts of lots that charges used are the charges less their refunds', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const rich = [move('top_up', 10_000_000, '2025-12-01'), ...movementsOf(steps)];
      const { uses } = traceLots(rich);
      const net = rich
        .filter(({ kind }) => kind.startsWith('charge'))
        .reduce((sum, { amountMinor }) => sum - amountMinor, 0);
      expect(uses.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(net);
    }),
  );
});

test('charges merged by day use the same lots as charges one by one', () => {
  const ups = [move('top_up', 500, '2026-03-01'), move('bank_receipt', 700, '2026-03-02')];
  const used = (charges: number[]) => {
    const { lots } = traceLots([...ups, ...charges.map((amount) => move('charge', -amount, '2026-03-03'))]);
    return lots.map(({ leftMinor }) => leftMinor);
  };
  expect(used([300, 400])).toEqual(used([700]));
});

test('a refunded top-up leaves its own lot, and a canceled refund comes back to it', () => {
  const [first, second] = [move('top_up', 500, '2026-03-01', 'a'), move('top_up', 300, '2026-03-02', 'b')];
  const refund = move('refund', -200, '2026-03-03', 'a');
  const left = (movements: Movement[]) => traceLots(movements).lots.map(({ leftMinor }) => leftMinor);
  expect(left([first, second, refund])).toEqual([300, 300]);
  expect(left([first, second, refund, move('refund_reversal', 200, '2026-03-04', 'a')])).toEqual([500, 300]);
});

test('an advance is due on the fifth day after its receipt, or with the next quarter', () => {
  expect(advanceDueDay('2026-03-10')).toBe('2026-03-15');
  expect(advanceDueDay('2026-02-26')).toBe('2026-03-03');
  expect(advanceDueDay('2026-03-29')).toBe('2026-04-01');
  expect(advanceDueDay('2026-12-31')).toBe('2027-01-01');
  expect(receiptDaysDueOn('2026-03-15')).toEqual(['2026-03-10']);
  expect(receiptDaysDueOn('2026-04-01')).toEqual([
    '2026-03-27',
    '2026-03-28',
    '2026-03-29',
    '2026-03-30',
    '2026-03-31',
  ]);
  expect(receiptDaysDueOn('2026-04-03')).toEqual([]);
});

test('every day of receipt is due on exactly one day', () => {
  const due = Array.from({ length: 800 }, (_, index) => receiptDaysDueOn(addDays('2026-01-06', index))).flat();
  expect(new Set(due).size).toBe(due.length);
  expect(due.toSorted()).toEqual(due);
  expect(due[0]).toBe('2026-01-01');
  expect(due.length).toBe(800);
});

test('a lot used before its advance invoice names none, one used after it does, and bonuses never do', () => {
  const [bonus, early, late] = [
    move('bonus', 50, '2026-03-01'),
    move('top_up', 100, '2026-03-01'),
    move('top_up', 400, '2026-03-02'),
  ];
  const trace = traceLots([bonus, early, late, move('charge', -150, '2026-03-03'), move('charge', -100, '2026-03-20')]);
  expect(advancesUsed(trace, '2026-03-01', '2026-03-31').map(({ id }) => id)).toEqual([late.id]);
  expect(lotsUsed(trace, '2026-03-01', '2026-03-31').map(({ id }) => id)).toEqual([early.id, late.id]);
  expect(advancesUsed(trace, '2026-04-01', '2026-04-30')).toEqual([]);
});

test('a lot that is used on the day its advance invoice is due names it, and one used the day before does not', () => {
  const receipt = move('top_up', 100, '2026-03-02');
  const usedOn = (day: string) =>
    advancesUsed(traceLots([receipt, move('charge', -100, day)]), '2026-03-01', '2026-03-31').map(({ id }) => id);
  expect(advanceDueDay(receipt.day)).toBe('2026-03-07');
  expect(usedOn('2026-03-06')).toEqual([]);
  expect(usedOn('2026-03-07')).toEqual([receipt.id]);
});

test('money that pays a debt is no advance of what came before it', () => {
  const trace = traceLots([move('charge', -300, '2026-03-01'), move('top_up', 500, '2026-03-02')]);
  expect(trace.lots[0]?.leftMinor).toBe(200);
  expect(advancesUsed(trace, '2026-03-01', '2026-03-31')).toEqual([]);
});

test('a return by bank lowers the last bank receipts, a later top-up is untouched, and a failed return restores them', () => {
  const receipts = [move('bank_receipt', 1000, '2026-03-01'), move('bank_receipt', 500, '2026-03-02')];
  const back = move('bank_return', -700, '2026-03-04', 'return');
  const all = [...receipts, move('top_up', 900, '2026-03-03'), back];
  expect(traceLots(all).lots.map(({ leftMinor }) => leftMinor)).toEqual([800, 0, 900]);
  const restored = traceLots([...all, move('bank_return_reversal', 700, '2026-03-05', 'return')]);
  expect(restored.lots.map(({ leftMinor, takenBackMinor }) => [leftMinor, takenBackMinor])).toEqual([
    [1000, 0],
    [500, 0],
    [900, 0],
  ]);
});
