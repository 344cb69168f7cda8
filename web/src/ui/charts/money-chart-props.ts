export interface ChartPoint {
  /** Axis label: «14 ноя». */
  short: string;
  /** «14 ноября». */
  full: string;
  inMinor: number;
  outMinor: number;
  balanceMinor: number;
}

export interface MoneyChartProps {
  /** Accessible name. */
  label: string;
  points: readonly ChartPoint[];
  pointTitle: string;
  /** Without a balance, or without money out, only the bars of what there is are drawn. */
  shows: 'balance' | 'in';
  inLabel?: string;
  outLabel?: string;
  balanceLabel?: string;
  /** Balances of the period before, the last one under the last point. */
  previousBalances?: readonly number[];
  format: (amountMinor: number) => string;
  formatTick: (amountMinor: number) => string;
  /** A point in a sentence: «14 ноября поступило 1 500 ₽». */
  describe: (index: number) => string;
  /** Opens the details of a point: click, Enter, or second touch. */
  onOpen?: (index: number) => void;
}
