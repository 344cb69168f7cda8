import { createReconciliation } from '@kazna/contract/cabinet/monthly-documents';
import { pipe, transform } from 'zod/mini';
import { formatTypedDay, parseDay, shiftDay, todayInMoscow } from '../../format/period.ts';

type Typed = Record<'from' | 'to', string>;

/** An invalid day is left for the contract's schema to refuse. */
const read = ({ from, to }: Typed) => ({ from: parseDay(from ?? '') ?? from, to: parseDay(to ?? '') ?? to });
export const reconciliationForm = pipe(transform(read), createReconciliation.body);

/** The month before, which is what most people reconcile. */
export function lastMonth(today = todayInMoscow()): Typed {
  const to = shiftDay(`${today.slice(0, 7)}-01`, -1);
  return { from: formatTypedDay(`${to.slice(0, 7)}-01`), to: formatTypedDay(to) };
}
