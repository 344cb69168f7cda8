import { toDecimal } from '@kazna/contract/shared/money';

/** «12 500,50», as columns of documents have it. */
export function amountText(amountMinor: number): string {
  const [whole = '', rest] = toDecimal({ amountMinor: Math.abs(amountMinor), currency: 'RUB' }).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0');
  return `${amountMinor < 0 ? '−' : ''}${grouped},${rest}`;
}
