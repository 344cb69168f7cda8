import { expect, test } from 'vitest';
import { briefDay, briefMonth } from './month-names.ts';

const days = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 9)));

test('short month names have three letters and no dot', () => {
  expect(days.map(briefDay).join(', ')).toBe(
    '9 янв, 9 фев, 9 мар, 9 апр, 9 мая, 9 июн, 9 июл, 9 авг, 9 сен, 9 окт, 9 ноя, 9 дек',
  );
  expect(days.map(briefMonth).join(', ')).toBe('янв, фев, мар, апр, май, июн, июл, авг, сен, окт, ноя, дек');
});
