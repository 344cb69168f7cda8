// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { button, click, press, render } from '../../../tests/render.tsx';
import { compactNumber } from '../../format/numbers.ts';
import { MoneyChart } from './money-chart.tsx';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly observe: () => void;
      disconnect = () => {};
      constructor(report: () => void) {
        this.observe = report;
      }
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const days = [
  ['14', 0],
  ['15', 150_050],
  ['16', 20_000],
] as const;

async function drawMoneyIn(
  shown: readonly (readonly [string, number])[] = days,
  formatTick: (amountMinor: number) => string = String,
) {
  await render(
    <MoneyChart
      label="Пополнения по дням"
      shows="in"
      inLabel="Пришло"
      points={shown.map(([day, inMinor]) => ({
        ...{ short: `${day} ноя`, full: `${day} ноября`, inMinor, outMinor: 0, balanceMinor: 0 },
      }))}
      pointTitle="День"
      format={(amountMinor) => `${amountMinor / 100} ₽`}
      formatTick={formatTick}
      describe={(index) => `${shown[index]?.[0]} ноября пришло`}
    />,
  );
}

const columns = () => [...document.querySelectorAll<SVGElement>('[data-column]')];
const card = () => document.querySelector('figure strong')?.parentElement?.textContent;

test('one Tab reaches the chart of money in, and arrows, Home and End walk its days with a card at each', async () => {
  await drawMoneyIn();
  expect(columns().map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0]);
  await act(async () => columns()[2]?.focus());
  expect(card()).toBe('16 ноябряПришло200 ₽');
  const steps = [
    ['ArrowLeft', '15 ноябряПришло1500.5 ₽'],
    ['Home', '14 ноябряПришло0 ₽'],
    ['ArrowLeft', '14 ноябряПришло0 ₽'],
    ['End', '16 ноябряПришло200 ₽'],
  ] as const;
  for (const [key, expected] of steps) {
    await press(key);
    expect([key, card()]).toEqual([key, expected]);
  }
  expect(document.activeElement).toBe(columns()[2]);
  await press('Escape');
  expect(card()).toBeUndefined();
});

test('the chart of money in opens as a table of its days, without columns of money out and balance', async () => {
  await drawMoneyIn();
  const table = document.querySelector('table');
  expect(table?.hidden).toBe(true);
  await click(button('Таблицей'));
  expect(table?.hidden).toBe(false);
  const rows = [...(table?.rows ?? [])].map(({ cells }) => [...cells].map(({ textContent }) => textContent));
  expect(rows).toEqual([
    ['День', 'Пришло'],
    ['14 ноября', '0 ₽'],
    ['15 ноября', '1500.5 ₽'],
    ['16 ноября', '200 ₽'],
  ]);
});

test('a chart without money has no line that is labelled as nothing', async () => {
  await drawMoneyIn([['14', 0]], (amountMinor) => compactNumber(amountMinor / 100));
  expect([...document.querySelectorAll('figure text')].map(({ textContent }) => textContent)).toEqual(['14 ноя']);
});
