import * as contract from '@kazna/contract/cabinet/payments';
import * as callbacks from '@kazna/contract/cabinet/provider-callbacks';
import type { Currency } from '@kazna/contract/shared/money';
import { lockSharedWithPermission } from '../organizations/locks.ts';
import type { Queries } from '../platform/db/database.ts';
import { toPage } from '../platform/db/page.ts';
import type { Api } from '../platform/http/api.ts';
import type { Caller } from '../platform/http/caller.ts';
import { networkOf } from '../platform/http/network.ts';
import { Problem } from '../platform/http/problem.ts';
import type { ExportLimit } from '../platform/throttling/export-limit.ts';
import { autoTopUpRoutes } from './auto-top-up/routes.ts';
import { createPayment } from './create-payment.ts';
import { cancelPayment } from './decide-payment.ts';
import type { LinkContext } from './links/pay-by-link.ts';
import { paymentLinkRoutes } from './links/routes.ts';
import { exportPayments } from './list-payments.ts';
import { paymentsOfCaller, selectCounts, selectTotals } from './list-store.ts';
import { presentDetails, presentPayment } from './present-payment.ts';
import { receiveCallback } from './provider-callbacks/receive-callback.ts';
import { receiptRoutes } from './receipts/routes.ts';
import { refundPayment } from './refunds/refund-payment.ts';
import { consentOf, type RecordChargeConsent, savedMethodRoutes } from './saved-methods/routes.ts';
import { returnFromProvider } from './settle-payment.ts';
import { findPayment, type PaymentRow } from './store.ts';

export interface PaymentRouteContext extends LinkContext {
  currencies: Currency[];
  withinExportLimit: ExportLimit;
  recordChargeConsent: RecordChargeConsent;
  /** What the organization has used and was not charged for yet. */
  readUnbilled: (db: Queries, of: { organizationId: string; currency: Currency }) => Promise<number>;
  /** What the payment connects, besides the balance. */
  findConnecting: (paymentId: string) => Promise<contract.Connecting | null>;
}

export function paymentRoutes(api: Api, context: PaymentRouteContext): void {
  const { db, queue, publicUrl, currencies, withinExportLimit, recordChargeConsent } = context;

  const getDetails = async (caller: Caller, paymentId: string) => {
    const row = await findPayment(db, paymentId);
    if (row?.organizationId !== organizationOf(caller)) throw new Problem('not_found');
    const [details, connecting] = await Promise.all([
      presentDetails(db, row, await context.readUnbilled(db, row)),
      context.findConnecting(paymentId),
    ]);
    return connecting ? { ...details, connecting } : details;
  };

  api.read(contract.listPayments, {
    rows: ({ query }) => paymentsOfCaller(query, { ...query, limit: query.limit + 1 }),
    answer: (rows: PaymentRow[], { query }) => toPage(rows, query.limit, (row) => row.id, presentPayment),
  });

  api.on(contract.getPaymentTotals, async ({ caller, query }) => {
    const organizationId = organizationOf(caller);
    const [items, counts] = await Promise.all([
      selectTotals(db, organizationId, query),
      selectCounts(db, organizationId),
    ]);
    return { count: items.reduce((sum, item) => sum + item.count, 0), items, counts };
  });

  api.on(contract.createPayment, async ({ caller, headers, body, origin }) => {
    if (!currencies.includes(body.currency)) throw new Problem('currency_disabled');
    if (body.saveMethod) await recordChargeConsent(db, consentOf(caller, origin));
    const key = headers['idempotency-key'];
    return createPayment(context, { organizationId: organizationOf(caller), userId: caller.userId, key, form: body });
  });

  api.on(contract.exportPayments, async ({ caller, query }) => {
    const { format, ...filter } = query;
    return withinExportLimit(caller.userId, () => exportPayments(db, organizationOf(caller), filter, format));
  });

  api.on(contract.getPayment, ({ caller, params }) => getDetails(caller, params.paymentId));

  api.on(contract.cancelPayment, async ({ caller, params }) => {
    await db.transaction((tx) => cancelPayment(tx, organizationOf(caller), params.paymentId));
    return getDetails(caller, params.paymentId);
  });

  api.on(contract.refundPayment, async ({ caller, params, headers, body }) => {
    const key = headers['idempotency-key'];
    const request = { ...params, ...body, key, organizationId: organizationOf(caller), userId: caller.userId };
    await db.transaction(async (tx) => {
      await lockSharedWithPermission(tx, request.organizationId, caller.userId, 'payments.refund');
      const payment = await findPayment(tx, params.paymentId);
      const unbilledMinor =
        payment?.organizationId === request.organizationId ? await context.readUnbilled(tx, payment) : 0;
      await refundPayment(tx, queue, { ...request, unbilledMinor, source: 'user' });
    });
    return getDetails(caller, params.paymentId);
  });

  savedMethodRoutes(api, context);
  autoTopUpRoutes(api, context);
  paymentLinkRoutes(api, context);
  receiptRoutes(api, context);

  api.on(callbacks.returnFromProvider, async ({ params, origin }) => ({
    location: `${publicUrl}${await returnFromProvider(context, params.paymentId, networkOf(origin.address))}`,
  }));

  api.on(callbacks.receiveNotification, ({ params, query, body, origin }) =>
    receiveCallback(context, params.provider, { address: origin.address, query, body }),
  );
}

/** The access rule has made sure that there is one. */
function organizationOf(caller: Caller): string {
  return caller.organizationId as string;
}
