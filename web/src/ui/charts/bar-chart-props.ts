export interface Series {
  label: string;
  values: readonly number[];
}

/** A column of the chart: what stands under it, and its name in full. */
export interface Category {
  short: string;
  full: string;
}

export interface BarChartProps {
  /** What is drawn, for those who do not see it. */
  label: string;
  /** Bars of one column stand side by side, in the order of the series. */
  series: readonly Series[];
  categories: readonly Category[];
  /** The heading of the table's first column. */
  categoryTitle: string;
  format: (value: number) => string;
  /** Shorter, for the axis. */
  formatTick: (value: number) => string;
  /** A column in a sentence: «14 ноября пришло 1 500 ₽». */
  describe: (index: number) => string;
  /** Shows what a column adds up: on a click, by Enter, by a second touch. */
  onOpen?: (index: number) => void;
}
