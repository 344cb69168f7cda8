import { randomUUID } from 'node:crypto';
import { insertRefund } from '../../src/payments/refunds/refunds-store.ts';
import { uuidv7 } from '../../src/platform/db/uuid.ts';
import { plantBankReturn } from '../support/bank-returns.ts';
import { plantStatement, transfer } from '../support/bank-statements.ts';
import { businessBody, ensureBusiness, plantInvoice } from '../support/business.ts';
import { newKey } from '../support/keys.ts';
import { chargedPeriod, ensureCharged, plantDocument } from '../support/past-movements.ts';
import { createPerson, newPerson } from '../support/people.ts';
import { writeStatement } from '../support/statement-writer.ts';
import { newWebhookDelivery, newWebhookEndpoint } from './operator-requests.ts';
import type { Scene } from './scene.ts';
import type { ValidRequest } from './valid-request.ts';

const reason = 'Просьба владельца';
const nothing: ValidRequest = () => ({});
const ofPerson =
  (body?: object): ValidRequest =>
  async ({ shop }) => ({ params: { userId: (await createPerson(shop)).id }, ...(body && { body }) });

const ofStatement =
  (isPosted: boolean, body?: object): ValidRequest =>
  async ({ shop, cast }) => ({
    params: { statementId: (await plantStatement(shop, cast.finance.id, isPosted)).statementId },
    ...(body && { body }),
  });

const ofDocument =
  (body?: object): ValidRequest =>
  async ({ shop, organizationId }) => {
    await ensureBusiness(shop);
    return { params: { documentId: await plantDocument(shop, organizationId) }, ...(body && { body }) };
  };

/** A letter whose retries are used up. */
async function failedJob({ shop }: Scene): Promise<string> {
  const id = uuidv7();
  await shop.db.queryText(
    `insert into pgboss.job (id, name, data, state, retry_limit, retry_count, completed_on)
     values ($1, 'account-news', $2, 'failed', 10, 10, now())`,
    [id, JSON.stringify({ kind: 'reset_wanted', email: newPerson().email })],
  );
  return id;
}

async function undecidedRefund({ shop, payments, cast }: Scene): Promise<string> {
  const refund = { id: uuidv7(), paymentId: await payments.paid(), amountMinor: 100, reason };
  await insertRefund(shop.db, { ...refund, requestedBy: cast.member.id, isByStaff: false });
  await shop.db.queryText(
    "update refunds set asked_at = now() - interval '2 days', key_expires_at = now() where id = $1",
    [refund.id],
  );
  return refund.id;
}

export const requestsOfStaff: Record<string, ValidRequest> = {
  getOverview: nothing,
  listUsers: nothing,
  getUser: ofPerson(),
  updateUser: ofPerson({ status: 'blocked', reason }),
  endUserSessions: ofPerson({ reason }),
  disableUserSecondFactor: ofPerson({ reason }),
  listAllOrganizations: nothing,
  getOrganizationAsStaff: ({ organizationId }) => ({ params: { organizationId } }),
  updateOrganizationAsStaff: ({ organizationId }) => ({
    params: { organizationId },
    body: { status: 'suspended', reason },
  }),
  listEntriesAsStaff: ({ organizationId }) => ({ params: { organizationId } }),
  listChargesAsStaff: ({ organizationId }) => ({ params: { organizationId } }),
  listHoldsAsStaff: ({ organizationId }) => ({ params: { organizationId } }),
  adjustBalance: ({ organizationId }) => ({
    params: { organizationId },
    headers: { 'idempotency-key': randomUUID() },
    body: { amountMinor: 10_000, currency: 'RUB', reason },
  }),
  setCreditLimit: ({ organizationId }) => ({
    params: { organizationId },
    body: { currency: 'RUB', limitMinor: 10_000, reason },
  }),
  listAllPayments: nothing,
  resolvePayment: async ({ payments }) => ({
    params: { paymentId: await payments.review() },
    body: { status: 'succeeded', reason },
  }),
  refundPaymentAsStaff: async ({ payments }) => ({
    params: { paymentId: await payments.paid() },
    body: { amountMinor: 100, reason },
  }),
  listUndecidedRefunds: nothing,
  resolveRefund: async (scene) => ({
    params: { refundId: await undecidedRefund(scene) },
    body: { status: 'succeeded', reason },
  }),
  listAllBankReturns: nothing,
  markBankReturned: async ({ shop, organizationId, cast }) => ({
    params: { bankReturnId: await plantBankReturn(shop, organizationId, cast.owner.id) },
    body: { orderNumber: '77' },
  }),
  declineBankReturn: async ({ shop, organizationId, cast }) => ({
    params: { bankReturnId: await plantBankReturn(shop, organizationId, cast.owner.id) },
    body: { reason },
  }),
  listAllAudit: nothing,
  listFailedJobs: nothing,
  getBusiness: nothing,
  updateBusiness: async ({ shop }) => ({ body: { version: await ensureBusiness(shop), data: businessBody } }),
  listMonthlyDocuments: () => ({ query: { period: chargedPeriod } }),
  getMonthlyTotals: () => ({ query: { period: chargedPeriod } }),
  exportMonthlyRegister: () => ({ query: { period: chargedPeriod } }),
  getDocumentFileAsStaff: ofDocument(),
  correctDocument: ofDocument({ reason }),
  closeMonthOf: async ({ shop, organizationId }) => {
    await ensureBusiness(shop);
    await ensureCharged(shop, organizationId);
    return { body: { organizationId, period: chargedPeriod } };
  },
  uploadBankStatement: () => ({ bytes: writeStatement([transfer('7736050003')]) }),
  listBankStatements: nothing,
  getBankStatement: ofStatement(false),
  postBankStatement: ofStatement(false, {}),
  discardBankStatement: ofStatement(false),
  undoBankStatement: ofStatement(true, { reason }),
  listUnidentifiedReceipts: nothing,
  assignReceipt: async (scene) => ({
    params: { receiptId: (await plantStatement(scene.shop, scene.cast.finance.id, true)).receiptId },
    body: { organizationId: scene.organizationId, reason },
  }),
  returnReceipt: async ({ shop, cast }) => ({
    params: { receiptId: (await plantStatement(shop, cast.finance.id, true)).receiptId },
    body: { orderNumber: '417', reason },
  }),
  listInvoicesAsStaff: ({ organizationId }) => ({ params: { organizationId } }),
  cancelInvoiceAsStaff: async ({ shop, cast, organizationId }) => ({
    params: { invoiceId: await plantInvoice(shop, organizationId, cast.member.id) },
    body: { reason },
  }),
  listKeys: nothing,
  createKey: () => ({ body: { name: 'Биллинг', scopes: ['charges:write'] } }),
  rollKey: async ({ shop }) => ({ params: { keyId: (await newKey(shop)).id }, body: { overlapHours: 1 } }),
  revokeKey: async ({ shop }) => ({ params: { keyId: (await newKey(shop)).id } }),
  listWebhooks: nothing,
  createWebhook: async ({ shop }) => {
    // Other requests leave addresses behind, and there may be 50.
    await shop.db.queryText('delete from webhook_endpoints');
    return { body: { url: 'https://example.com/hooks', types: ['hold.expired'], description: null } };
  },
  updateWebhook: async (scene) => ({ params: await newWebhookEndpoint(scene), body: { description: 'Учёт' } }),
  deleteWebhook: async (scene) => ({ params: await newWebhookEndpoint(scene) }),
  renewWebhookSecret: async (scene) => ({ params: await newWebhookEndpoint(scene), body: { overlapHours: 1 } }),
  testWebhook: async (scene) => ({ params: await newWebhookEndpoint(scene) }),
  listDeliveries: async (scene) => ({ params: await newWebhookEndpoint(scene) }),
  getDelivery: async (scene) => ({ params: await newWebhookDelivery(scene) }),
  replayDelivery: async (scene) => ({ params: await newWebhookDelivery(scene) }),
  replayFailed: async (scene) => ({
    params: await newWebhookEndpoint(scene),
    body: { since: new Date().toISOString() },
  }),
  retryJob: async (scene) => ({ params: { name: 'account-news', jobId: await failedJob(scene) }, body: { reason } }),
};
