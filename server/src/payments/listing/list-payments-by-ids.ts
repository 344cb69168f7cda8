import type { Payment } from '@kazna/contract/cabinet/payments';
import type { Queries } from '../../platform/db/database.ts';
import { presentPayment } from '../present-payment.ts';
import type { ClaimedPayment } from '../settling/store.ts';
import { selectPaymentsByIds } from './store.ts';

type StaffPayment = Payment & Pick<ClaimedPayment, 'providerPaymentId' | 'claim'>;

/** With what the provider says of them, which is for staff alone. */
export async function listPaymentsByIds(db: Queries, ids: string[]): Promise<StaffPayment[]> {
  return (await selectPaymentsByIds(db, ids)).map((row) => {
    const { providerPaymentId, claim } = row;
    return { ...presentPayment(row), providerPaymentId, claim };
  });
}
