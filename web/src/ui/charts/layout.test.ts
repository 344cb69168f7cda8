import { expect, test } from 'vitest';
import { labelledEvery, layOut, linePath, ticksUpTo } from './layout.ts';
import type { ChartPoint, MoneyChartProps } from './money-chart-props.ts';

const point = (inMinor: number, outMinor: number, balanceMinor: number): ChartPoint => ({
  ...{ short: '', full: String(balanceMinor), inMinor, outMinor, balanceMinor },
});

function chart(points: ChartPoint[], more: Partial<MoneyChartProps> = {}): MoneyChartProps {
  const format = String;
  return { label: '', points, pointTitle: '', shows: 'balance', format, formatTick: format, describe: format, ...more };
}

test('a chart of a balance below zero keeps the line above the bars', () => {
  const layout = layOut(chart([point(0, 300, -300), point(500, 0, 200)]), 600);
  expect(layout.tickY(-300)).toBeLessThan(layout.zeroY - layout.barHeight(500));
  expect(layout.tickY(200)).toBeLessThan(layout.tickY(-300));
});

test('bars of a chart stay between the line and the axis', () => {
  const layout = layOut(chart([point(900, 100, 800), point(0, 700, 100)]), 600);
  expect(layout.zeroY + layout.barHeight(700)).toBeLessThanOrEqual(layout.bottom + 0.01);
  expect(layout.zeroY - layout.barHeight(900)).toBeGreaterThan(layout.tickY(0));
});

test('the smallest amount still has a bar and nothing has none', () => {
  const layout = layOut(chart([point(1, 0, 1), point(100_000_000, 0, 100_000_001)]), 600);
  expect(layout.barHeight(1)).toBe(2);
  expect(layout.barHeight(0)).toBe(0);
});

test('a chart where nothing moved has finite places', () => {
  const layout = layOut(chart([point(0, 0, 0)]), 600);
  expect([layout.zeroY, layout.tickY(0), layout.barHeight(0)].every(Number.isFinite)).toBe(true);
});

test('a longer period before is cut at the left edge, and its last balance stands at the last point', () => {
  const props = chart([point(0, 0, 5), point(0, 0, 6)]);
  const layout = layOut(props, 600);
  const lastX = layout.right - layout.step / 2;
  const path = linePath([1, 2, 3], layout);
  expect(path.match(/[ML]/g)).toHaveLength(2);
  expect(path).toContain(`L${lastX.toFixed(1)} `);
});

test('a chart axis has round steps up to at least the maximum', () => {
  expect(ticksUpTo(93)).toEqual([0, 25, 50, 75, 100]);
  expect(ticksUpTo(1_234_500)).toEqual([0, 500_000, 1_000_000, 1_500_000]);
  expect(ticksUpTo(4)).toEqual([0, 1, 2, 3, 4]);
});

test('a chart axis without values still has a height', () => {
  expect(ticksUpTo(0)).toEqual([0, 1]);
});

test('chart labels are thinned out until they fit', () => {
  expect(labelledEvery(30, 1200, 40)).toBe(1);
  expect(labelledEvery(30, 300, 50)).toBe(5);
});
