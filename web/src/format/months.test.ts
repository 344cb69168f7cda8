import { expect, test } from 'vitest';
import { briefDay, briefMonth, monthsToChoose } from './months.ts';

test('months to choose go back two years over a turn of the year', () => {
  const months = Object.entries(monthsToChoose(undefined, '2026-02-15'));
  expect(months.slice(0, 3)).toEqual([
    ['2026-02', 'Февраль 2026'],
    ['2026-01', 'Январь 2026'],
    ['2025-12', 'Декабрь 2025'],
  ]);
  expect(months).toHaveLength(24);
  expect(months.at(-1)?.[0]).toBe('2024-03');
});

test('an older month that the address names can be seen as chosen', () => {
  expect(monthsToChoose('2020-05', '2026-02-15')).toHaveProperty('2020-05', 'Май 2020');
});

const days = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 9)));

test('short month names have three letters and no dot', () => {
  expect(days.map(briefDay).join(', ')).toBe(
    '9 янв, 9 фев, 9 мар, 9 апр, 9 мая, 9 июн, 9 июл, 9 авг, 9 сен, 9 окт, 9 ноя, 9 дек',
  );
  expect(days.map(briefMonth).join(', ')).toBe('янв, фев, мар, апр, май, июн, июл, авг, сен, окт, ноя, дек');
});
