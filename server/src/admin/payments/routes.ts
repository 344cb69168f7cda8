import * as contract from '@kazna/contract/admin/payments';
import { actorOf } from '../../audit/record-action.ts';
import { listPaymentsByIds } from '../../payments/list-payments.ts';
import type { ReferralRules } from '../../people/referrals/reward-referrer.ts';
import type { Database } from '../../platform/db/database.ts';
import { toPage } from '../../platform/db/page.ts';
import type { Api } from '../../platform/http/api.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { refundAnyPayment } from './refund-any-payment.ts';
import { resolvePayment } from './resolve-payment.ts';
import { type AdminPaymentId, selectPaymentIds } from './store.ts';

export function adminPaymentRoutes(api: Api, db: Database, queue: Queue, referralRules: ReferralRules): void {
  const present = async (rows: AdminPaymentId[]) => {
    const ids = rows.map(({ id }) => id);
    const byId = new Map((await listPaymentsByIds(db, ids)).map((payment) => [payment.id, payment]));
    return rows.flatMap(({ id, organizationId, organizationName }) => {
      const payment = byId.get(id);
      return payment ? [{ ...payment, organizationId, organizationName }] : [];
    });
  };

  const getOne = async (paymentId: string) => {
    const [payment] = await present(await selectPaymentIds(db, { limit: 1, q: paymentId }));
    if (!payment) throw new Problem('not_found');
    return payment;
  };

  api.on(contract.listAllPayments, async ({ query }) => {
    const page = toPage(await selectPaymentIds(db, query), query.limit, (row) => row.id);
    return { ...page, items: await present(page.items) };
  });

  api.on(contract.resolvePayment, async (call) => {
    const { paymentId } = call.params;
    const { organizationId } = await getOne(paymentId);
    const decision = { organizationId, paymentId, ...call.body };
    await db.transaction((tx) => resolvePayment(tx, actorOf(call), decision, referralRules));
    return getOne(paymentId);
  });

  api.on(contract.refundAnyPayment, async (call) => {
    const { paymentId } = call.params;
    const { organizationId, currency } = await getOne(paymentId);
    const key = call.headers['idempotency-key'];
    const request = { organizationId, paymentId, currency, key, ...call.body };
    await db.transaction((tx) => refundAnyPayment(tx, queue, actorOf(call), request));
    return getOne(paymentId);
  });
}
