import { refundPaymentAsStaff } from '@kazna/contract/admin/payments';
import { resolveRefund } from '@kazna/contract/admin/refunds';
import { refundPayment } from '@kazna/contract/cabinet/payments';
import { refundSettling } from '../../src/payments/refunds/settle-refund.ts';
import type { History } from './history.ts';
import { sideOf } from './paying-calls.ts';
import type { Answer, Calls, Product } from './product.ts';
import type { Payment, Refund } from './records.ts';

const reason = 'По договору';
const faults = { succeeded: null, canceled: 'decline', pending: 'pending' } as const;

type RefundStep = 'refund payment' | 'decide refund' | 'ask of refund' | 'resolve refund';

export const callsOfRefunds = (product: Product): Pick<Calls, RefundStep> => ({
  'refund payment': async (history, { payment, amount, byStaff, outcome }, label) => {
    const { id: paymentId, organization, provider, method } = history.payments.get(payment) as Payment;
    const sent = { params: { paymentId }, body: { amountMinor: amount, reason } };
    const answer: Answer = byStaff
      ? await product.send(refundPaymentAsStaff, sent, product.asStaff())
      : await product.send(refundPayment, sent, await product.asMember(organization.owner, organization));
    const refund = history.refunds.get(label);
    if (answer.status !== 201 || !refund) return answer;
    const newest = 'select id from refunds where payment_id = $1 order by id desc limit 1';
    refund.id = (await product.shop.db.queryText(newest, [paymentId])).rows[0]?.id as string;
    const side = sideOf(product, refund.payment);
    await product.inTurn(async () => {
      if (faults[outcome]) await side.misbehave({ on: 'refund', do: faults[outcome], times: 1 });
      await ask(product, refund, 0);
      // By СБП T-Bank only takes the order, and what has come of it is asked for.
      if (provider === 'tbank' && method === 'sbp') await ask(product, refund, 1);
    });
    if (outcome === 'pending') refund.providerId = (await side.refunds(1))[0]?.id;
    return answer;
  },
  'decide refund': async (history, { refund: which, status }) => {
    const refund = history.refunds.get(which) as Refund;
    await sideOf(product, refund.payment).settleRefund(refund.providerId, { status });
    await ask(product, refund, 1);
    return { status: 0, body: undefined };
  },
  'ask of refund': async (history, { refund }) => {
    await ask(product, history.refunds.get(refund) as Refund, 1);
    return { status: 0, body: undefined };
  },
  'resolve refund': (history: History, { refund, status }) => {
    const { id: refundId } = history.refunds.get(refund) as Refund;
    return product.shop.call(resolveRefund, { params: { refundId }, body: { status, reason } }, product.asStaff());
  },
});

const ask = ({ shop }: Product, { id: refundId }: Refund, attempt: number) =>
  shop.run(refundSettling, { refundId, attempt });
