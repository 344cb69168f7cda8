/** A cell of an exported table: text stays text, a number is decimal text with a point. */
export type Cell = string | { number: string };
