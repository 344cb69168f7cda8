import type { Dashboard } from '@kazna/contract/cabinet/dashboard';
import { expect, test } from 'vitest';
import { describePoint, namePoints } from './points.ts';

// Already the 15th in Moscow.
const now = new Date('2026-11-14T22:00:00.000Z');
const names = (period: Dashboard['period'], step: Dashboard['step'], ...dates: string[]) =>
  namePoints({ period, step, series: dates.map((date) => ({ date, inMinor: 0, outMinor: 0 })) } as Dashboard, now);

test('a week on the chart is named by its days within the period', () => {
  const [first, second, last] = names('30d', 'week', '2026-10-12', '2026-10-26', '2026-11-09');
  expect(first?.when).toBe('С 17 по 18 октября');
  expect(second?.when).toBe('С 26 октября по 1 ноября');
  expect(last).toEqual({
    from: '2026-11-09',
    to: '2026-11-15',
    short: '9 ноя',
    full: '9–15 ноября',
    when: 'С 9 по 15 ноября',
  });
});

test('a month on the chart is named with its year', () => {
  expect(names('365d', 'month', '2026-02-01')).toEqual([
    { from: '2026-02-01', to: '2026-02-28', short: 'фев', full: 'февраль 2026', when: 'В феврале 2026 года' },
  ]);
});

test('a chart point is described without zero amounts', () => {
  const describe = (inMinor: number, outMinor: number) =>
    describePoint({ inMinor, outMinor }, '14 ноября', 'RUB').replace(/\u00a0/g, ' ');
  expect(describe(150_000, 20_000)).toBe('14 ноября поступило 1 500,00 ₽, списано 200,00 ₽.');
  expect(describe(0, 20_000)).toBe('14 ноября списано 200,00 ₽.');
  expect(describe(0, 0)).toBe('14 ноября деньги не двигались.');
});
