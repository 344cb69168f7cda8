import type { Payment } from '@kazna/contract/payments';
import type { Queries } from '../../db/database.ts';
import { presentPayment } from '../present-payment.ts';
import { selectPaymentsByIds } from './store.ts';

export async function listPaymentsByIds(db: Queries, ids: string[]): Promise<Payment[]> {
  return (await selectPaymentsByIds(db, ids)).map(presentPayment);
}
