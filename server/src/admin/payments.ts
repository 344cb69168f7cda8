import * as payments from '@kazna/contract/admin/payments';
import * as refunds from '@kazna/contract/admin/refunds';
import { type Actor, actorOf, recordAction } from '../audit/actions-store.ts';
import { type Resolution, type ResolutionRules, resolveReview } from '../payments/decide-payment.ts';
import { type RefundRequest, refundPayment } from '../payments/refunds/refund-payment.ts';
import { listUndecidedRefunds, resolveRefund } from '../payments/refunds/undecided-refunds.ts';
import { boundedTotals, exportAllPayments, exportAllRefunds, presentForStaff } from '../payments/staff-lists.ts';
import {
  findPaymentForStaff,
  selectPaymentsForStaff,
  selectPaymentTotalsForStaff,
  selectRefundsForStaff,
  selectRefundTotalsForStaff,
} from '../payments/staff-lists-store.ts';
import type { Database, Transaction } from '../platform/db/database.ts';
import { toPage } from '../platform/db/page.ts';
import type { Api } from '../platform/http/api.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import type { ExportLimit } from '../platform/throttling/export-limit.ts';
import { postCorrection } from './organizations/balance.ts';

export interface StaffPaymentContext {
  db: Database;
  queue: Queue;
  withinExportLimit: ExportLimit;
}

export function adminPaymentRoutes(
  api: Api,
  { db, queue, withinExportLimit }: StaffPaymentContext,
  rules: ResolutionRules,
): void {
  const getOne = async (paymentId: string) => {
    const row = await findPaymentForStaff(db, paymentId);
    if (!row) throw new Problem('not_found');
    return presentForStaff(row);
  };

  api.on(payments.listAllPayments, async ({ query: { limit, cursor, ...filter } }) => {
    const rows = await selectPaymentsForStaff(db, filter, { limit: limit + 1, cursor });
    return toPage(rows, limit, (row) => row.id, presentForStaff);
  });

  api.on(payments.getAllPaymentTotals, async ({ query }) =>
    boundedTotals(await selectPaymentTotalsForStaff(db, query)),
  );

  api.on(payments.exportAllPayments, ({ caller, query: { format, ...filter } }) =>
    withinExportLimit(caller.userId, () => exportAllPayments(db, filter, format)),
  );

  api.on(payments.resolvePayment, async (call) => {
    const { paymentId } = call.params;
    const { organizationId } = await getOne(paymentId);
    const decision = { organizationId, paymentId, ...call.body };
    await db.transaction((tx) => resolvePaymentAsStaff(tx, actorOf(call), decision, rules));
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

export function adminRefundRoutes(api: Api, { db, withinExportLimit }: Omit<StaffPaymentContext, 'queue'>): void {
  api.on(refunds.listUndecidedRefunds, ({ query }) => listUndecidedRefunds(db, query));

  api.on(refunds.listAllRefunds, async ({ query: { limit, cursor, ...filter } }) =>
    toPage(await selectRefundsForStaff(db, filter, { limit: limit + 1, cursor }), limit, (row) => row.id),
  );

  api.on(refunds.getAllRefundTotals, async ({ query }) => boundedTotals(await selectRefundTotalsForStaff(db, query)));

  api.on(refunds.exportAllRefunds, ({ caller, query: { format, ...filter } }) =>
    withinExportLimit(caller.userId, () => exportAllRefunds(db, filter, format)),
  );

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
  rules: ResolutionRules,
): Promise<void> {
  const { amountMinor, currency, missingMinor } = await resolveReview(tx, resolution, rules);
  const { paymentId, status, reason } = resolution;
  const details = { paymentId, status, reason, amountMinor: String(amountMinor), currency };
  await recordAction(tx, actor, { organizationId, action: 'payment.resolved', details });
  if (missingMinor === 0) return;
  const correction = { amountMinor: missingMinor, currency, reason };
  await postCorrection(tx, actor, { organizationId, key: `shortfall:${paymentId}` }, correction);
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
