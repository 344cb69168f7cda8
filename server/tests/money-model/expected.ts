import type { Currency } from './pots.ts';
import type { Organization } from './records.ts';

/** The model and the product differ. */
export class Disagreement extends Error {}

/** What the product should answer, and whose money moved. */
export interface Expected {
  status: number;
  /** Any of them. */
  codes?: string[];
  /** Of a refusal for want of money. */
  missing?: number;
  /** Sums that the text of a refusal has to name. */
  named?: { amount: number; currency: Currency }[];
  /** Of each charge of a batch. */
  results?: Expected[];
  touched: Organization[];
}

export const done = (status: number, ...touched: Organization[]): Expected => ({ status, touched });
export const refused = (status: number, ...codes: string[]): Expected => ({ status, codes, touched: [] });
