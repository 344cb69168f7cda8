import * as payments from '@kazna/contract/admin/payments';
import * as refunds from '@kazna/contract/admin/refunds';
import { type Actor, actorOf, recordAction } from '../audit/actions-store.ts';
import { selectAllPayments } from '../payments/all-payments-store.ts';
import { type Resolution, resolveReview } from '../payments/decide-payment.ts';
import { listPaymentsByIds } from '../payments/list-payments.ts';
import { type RefundRequest, refundPayment } from '../payments/refunds/refund-payment.ts';
import { listUndecidedRefunds, resolveRefund } from '../payments/refunds/undecided-refunds.ts';
import type { ReferralRules } from '../people/referrals/bonuses.ts';
import type { Database, Transaction } from '../platform/db/database.ts';
import { toPage } from '../platform/db/page.ts';
import type { Api } from '../platform/http/api.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Queue } from '../platform/jobs/queue.ts';

export function adminPaymentRoutes(api: Api, db: Database, queue: Queue, referralRules: ReferralRules): void {
  const present = async (rows: Awaited<ReturnType<typeof selectAllPayments>>) => {
    const ids = rows.map(({ id }) => id);
    const byId = new Map((await listPaymentsByIds(db, ids)).map((payment) => [payment.id, payment]));
    return rows.flatMap(({ id, organizationId, organizationName }) => {
      const payment = byId.get(id);
      return payment ? [{ ...payment, organizationId, organizationName }] : [];
    });
  };

  const getOne = async (paymentId: string) => {
    const [payment] = await present(await selectAllPayments(db, { limit: 1, id: paymentId }));
    if (!payment) throw new Problem('not_found');
    return payment;
  };

  api.on(payments.listAllPayments, async ({ query: { q: id, ...query } }) => {
    const page = toPage(await selectAllPayments(db, { ...query, id }), query.limit, (row) => row.id);
    return { ...page, items: await present(page.items) };
  });

  api.on(payments.resolvePayment, async (call) => {
    const { paymentId } = call.params;
    const { organizationId } = await getOne(paymentId);
    const decision = { organizationId, paymentId, ...call.body };
    await db.transaction((tx) => resolvePaymentAsStaff(tx, actorOf(call), decision, referralRules));
    return getOne(paymentId);
  });

  api.on(payments.refundPaymentAsStaff, async (call) => {
    const { paymentId } = call.params;
    const { organizationId, currency } = await getOne(paymentId);
    const key = call.headers['idempotency-key'];
    const request = { organizationId, paymentId, currency, key, ...call.body };
    await db.transaction((tx) => refundAsStaff(tx, queue, actorOf(call), request));
    return getOne(paymentId);
  });
}

export function adminRefundRoutes(api: Api, db: Database): void {
  api.on(refunds.listUndecidedRefunds, ({ query }) => listUndecidedRefunds(db, query));

  api.on(refunds.resolveRefund, (call) =>
    db.transaction((tx) => resolveRefundAsStaff(tx, actorOf(call), call.params.refundId, call.body)),
  );
}

async function refundAsStaff(
  tx: Transaction,
  queue: Queue,
  actor: Actor,
  { currency, ...request }: Omit<RefundRequest, 'userId' | 'source'> & { currency: string },
): Promise<void> {
  const { isNew } = await refundPayment(tx, queue, { ...request, userId: actor.id, source: 'operator' });
  if (!isNew) return;
  const { organizationId, paymentId, amountMinor, reason } = request;
  const details = { paymentId, amountMinor: String(amountMinor), currency, reason };
  await recordAction(tx, actor, { organizationId, action: 'payment.refunded', details });
}

async function resolvePaymentAsStaff(
  tx: Transaction,
  actor: Actor,
  { organizationId, ...resolution }: Resolution & { organizationId: string },
  referralRules: ReferralRules,
): Promise<void> {
  const { amountMinor, currency } = await resolveReview(tx, resolution, referralRules);
  const details = { ...resolution, amountMinor: String(amountMinor), currency };
  await recordAction(tx, actor, { organizationId, action: 'payment.resolved', details });
}

/** Staff decide about a refund that the provider never answered. */
async function resolveRefundAsStaff(
  tx: Transaction,
  actor: Actor,
  refundId: string,
  { status, reason }: { status: 'succeeded' | 'canceled'; reason: string },
): Promise<void> {
  const { refund, payment } = await resolveRefund(tx, refundId, status, reason);
  const { id: paymentId, organizationId, currency } = payment;
  const details = { paymentId, status, amountMinor: String(refund.amountMinor), currency, reason };
  await recordAction(tx, actor, { organizationId, action: 'refund.resolved', details });
}
