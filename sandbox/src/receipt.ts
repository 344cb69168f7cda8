export interface ReceiptItem {
  description: string;
  minor: number;
  vat: string | number;
  mode: string;
}

/** A 54-ФЗ receipt, which the cash register makes some moments after it was asked for. */
export interface Receipt {
  id: string;
  type: 'payment' | 'refund';
  paymentId: string;
  refundId?: string;
  items: ReceiptItem[];
  status: 'pending' | 'succeeded' | 'canceled';
  createdAt: number;
  /** Without it the receipt waits for manual settling. */
  registersAt?: number;
  isRefused?: boolean;
  registeredAt?: number;
  /** Number of the fiscal document. */
  document?: string;
}

export const fiscalStorage = '9999078902012345';

export function receiptMinor({ items }: Receipt): number {
  return items.reduce((sum, { minor }) => sum + minor, 0);
}
