import type { Sandbox } from './context.ts';
import type { Fault } from './fault.ts';
import { takeFault } from './faults.ts';
import { notificationChanges } from './notifications.ts';
import type { Payment } from './payment.ts';
import type { Receipt, ReceiptItem } from './receipt.ts';
import type { Refund } from './refund.ts';
import type { Change } from './state.ts';

const registrationMs = 500;

export function newReceipt(
  sandbox: Sandbox,
  receipt: Pick<Receipt, 'id' | 'type' | 'paymentId' | 'refundId' | 'items'>,
  fault: Fault | null,
): Receipt {
  const now = sandbox.now();
  const isStuck = fault?.do === 'pending' && fault.ms === undefined;
  return {
    ...receipt,
    status: 'pending',
    createdAt: now,
    ...(!isStuck && { registersAt: now + (fault?.do === 'pending' ? (fault.ms ?? 0) : registrationMs) }),
    ...(fault?.do === 'decline' && { isRefused: true }),
  };
}

/** The receipt that goes along with a payment or a refund, once the money has moved. */
function receiptAlong(
  sandbox: Sandbox,
  type: Receipt['type'],
  { id, paymentId, items }: { id: string; paymentId: string; items: ReceiptItem[] | undefined },
): Change[] {
  const receiptId = `rt-${id}`;
  if (!items || sandbox.state.receipts.has(receiptId)) return [];
  const refundId = type === 'refund' ? { refundId: id } : {};
  const receipt = { id: receiptId, type, paymentId, items, ...refundId };
  const value = newReceipt(sandbox, receipt, takeFault(sandbox.state, 'registration'));
  return [{ table: 'receipts', id: receiptId, value }];
}

export function paymentReceipt(sandbox: Sandbox, payment: Payment): Change[] {
  if (payment.status !== 'succeeded') return [];
  return receiptAlong(sandbox, 'payment', { id: payment.id, paymentId: payment.id, items: payment.receiptItems });
}

export function refundReceipt(sandbox: Sandbox, refund: Refund): Change[] {
  if (refund.status !== 'succeeded') return [];
  return receiptAlong(sandbox, 'refund', { ...refund, items: refund.receiptItems });
}

/** Registers or refuses a due receipt on read, before the timer gets to it. */
export function findSandboxReceipt(sandbox: Sandbox, id: string): Receipt | null {
  const receipt = sandbox.state.receipts.get(id);
  if (receipt?.status !== 'pending' || receipt.registersAt === undefined || sandbox.now() < receipt.registersAt)
    return receipt ?? null;
  const settled: Receipt = receipt.isRefused
    ? { ...receipt, status: 'canceled' }
    : {
        ...receipt,
        status: 'succeeded',
        registeredAt: sandbox.now(),
        document: String(100_000 + sandbox.state.receipts.size + [...sandbox.state.receipts.keys()].indexOf(id)),
      };
  sandbox.commit([
    { table: 'receipts', id, value: settled },
    ...notificationChanges(sandbox, id, sandbox.dialect.receiptEvents(sandbox, settled)),
  ]);
  return settled;
}
