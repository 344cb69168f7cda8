/** A number is decimal text with a point. */
export type Cell = string | { number: string };
