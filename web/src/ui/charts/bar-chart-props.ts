export interface Series {
  label: string;
  values: readonly number[];
}

export interface Category {
  short: string;
  full: string;
}

export interface BarChartProps {
  /** Accessible name. */
  label: string;
  series: readonly Series[];
  categories: readonly Category[];
  categoryTitle: string;
  format: (value: number) => string;
  formatTick: (value: number) => string;
  /** A column in a sentence: «14 ноября пришло 1 500 ₽». */
  describe: (index: number) => string;
  /** Opens the details of a column: click, Enter, or second touch. */
  onOpen?: (index: number) => void;
}
