import type { MoneyChartProps } from './money-chart-props.ts';

export const chartHeight = 264;
const top = 12;
const axis = 28;
const barsHeight = 76;
const gap = 16;
const labelWidth = 56;
const maxBarWidth = 8;
const wideBarWidth = 22;

/** Where everything of a chart stands, in pixels. */
export interface Layout {
  /** Bottom of the plot, above the labels of the axis. */
  bottom: number;
  /** Right end of the plot, left of the axis's labels. */
  right: number;
  /** Width of a column. */
  step: number;
  barWidth: number;
  ticks: readonly number[];
  tickY: (amountMinor: number) => number;
  /** Y of no money between the bars up and the bars down. */
  zeroY: number;
  barHeight: (amountMinor: number) => number;
  /** Every so many points have a label, counted from the last. */
  labelEvery: number;
}

export function layOut({ points, shows, previousBalances = [], formatTick }: MoneyChartProps, width: number): Layout {
  const bottom = chartHeight - axis;
  const greatestIn = Math.max(1, ...points.map(({ inMinor }) => inMinor));
  const greatestOut = Math.max(0, ...points.map(({ outMinor }) => outMinor));
  const balances = [...points.map(({ balanceMinor }) => balanceMinor), ...previousBalances];
  const isLine = shows === 'balance';
  const least = isLine ? Math.min(0, ...balances) : 0;
  const ticks = ticksUpTo(isLine ? Math.max(0, ...balances) : greatestIn, 4);
  const greatest = ticks.at(-1) ?? 1;
  const floor = isLine ? bottom - barsHeight - gap : bottom;
  const tickY = (amountMinor: number) => top + (floor - top) * (1 - (amountMinor - least) / (greatest - least));
  const right = Math.max(0, width - 12 - 7 * Math.max(...ticks.map((tick) => formatTick(tick).length)));
  const step = right / Math.max(1, points.length);
  const unit = isLine ? barsHeight / (greatestIn + greatestOut) : (floor - top) / greatest;
  return {
    bottom,
    right,
    step,
    barWidth: Math.max(1, Math.min(isLine ? maxBarWidth : wideBarWidth, step * 0.6)),
    ticks,
    tickY,
    zeroY: isLine ? bottom - greatestOut * unit : floor,
    // A value above zero is always visible.
    barHeight: (amountMinor) => (amountMinor > 0 ? Math.max(2, amountMinor * unit) : 0),
    labelEvery: labelledEvery(points.length, right, labelWidth),
  };
}

/** Returns the path of a line through the balances, the last one at the last point. */
export function linePath(balances: readonly number[], { right, step, tickY }: Layout): string {
  const from = balances.length;
  return balances
    .map((amountMinor, index) => [right - step * (from - index - 0.5), tickY(amountMinor)] as const)
    .filter(([x]) => x >= 0)
    .map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('');
}

const roundSteps = [1, 2, 2.5, 5, 10];

/** Returns round axis ticks from zero to at least the maximum. */
export function ticksUpTo(greatest: number, atMost = 5): number[] {
  if (greatest <= 0) return [0, 1];
  const rough = greatest / (atMost - 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (roundSteps.find((round) => round * power >= rough) ?? 10);
  const count = Math.ceil(greatest / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Returns the label step that avoids overlaps; counted from the last label. */
export function labelledEvery(count: number, width: number, labelWidth: number): number {
  return Math.max(1, Math.ceil((count * labelWidth) / Math.max(width, 1)));
}
