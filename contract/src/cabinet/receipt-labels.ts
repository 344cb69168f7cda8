import type { Receipt } from './receipts.ts';

const months = 'январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь'.split(' ');

/** «2026-10» as «октябрь 2026 г.» */
export function receiptMonth(month: string): string {
  const [year, number] = month.split('-');
  return `${months[Number(number) - 1]} ${year}\u00a0г.`;
}

/** «Услуги за октябрь 2026 г.» */
export function receiptTitle({ kind, month }: Pick<Receipt, 'kind' | 'month'>): string {
  if (kind === 'advance') return 'Аванс';
  if (kind === 'refund') return 'Возврат';
  const of = month ? ` за ${receiptMonth(month)}` : '';
  return kind === 'settlement' ? `Услуги${of}` : `Возврат оплаты услуг${of}`;
}
