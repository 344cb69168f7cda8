import type { Payment } from '@kazna/contract/cabinet/payments';
import type { Queries } from '../../platform/db/database.ts';
import { presentPayment } from '../present-payment.ts';
import { selectRecentPayments } from './store.ts';

export async function listRecentPayments(db: Queries, organizationId: string, limit: number): Promise<Payment[]> {
  return (await selectRecentPayments(db, organizationId, limit)).map(presentPayment);
}
