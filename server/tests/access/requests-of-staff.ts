import { randomUUID } from 'node:crypto';
import { insertRefund } from '../../src/payments/refunds/refunds-store.ts';
import { uuidv7 } from '../../src/platform/db/uuid.ts';
import { announced, plantAnnouncement } from '../support/announcements.ts';
import { directoryFile } from '../support/bank-directory.ts';
import { plantBankReturn } from '../support/bank-returns.ts';
import { plantStatement, transfer } from '../support/bank-statements.ts';
import { businessBody, ensureBusiness, plantInvoice, readyForExchange } from '../support/business.ts';
import { plantCharge } from '../support/charges.ts';
import { plantHelp } from '../support/help.ts';
import { newKey } from '../support/keys.ts';
import { chargedPeriod, ensureCharged, plantDocument } from '../support/past-movements.ts';
import { createPerson, newPerson } from '../support/people.ts';
import { plantPicture, pngOf } from '../support/pictures.ts';
import { plantReceipt } from '../support/receipts.ts';
import { plantAnswer, plantRequest, textFile } from '../support/requests.ts';
import { plantView } from '../support/saved-views.ts';
import { monthly, plantDiscount, plantSubscription, plantTariff } from '../support/services.ts';
import { writeStatement } from '../support/statement-writer.ts';
import { plantMeter } from '../support/usage.ts';
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

const ofExchanged: ValidRequest = async (scene, me) => {
  await readyForExchange(scene.shop, scene.organizationId);
  return ofDocument()(scene, me);
};

const ofPicture =
  (): ValidRequest =>
  async ({ shop }) => {
    await plantPicture(shop.db, 'stamp');
    return { params: { picture: 'stamp' } };
  };

const ofAnnouncement =
  (body?: object): ValidRequest =>
  async ({ shop }) => ({ params: { announcementId: await plantAnnouncement(shop.db) }, ...(body && { body }) });

const helpBody = { title: 'Как нас найти', markdown: 'Мы на Невском.', isPublished: true };
const ofHelp =
  (body?: object): ValidRequest =>
  async ({ shop }) => ({ params: { articleId: await plantHelp(shop.db) }, ...(body && { body }) });

const serviceBody = { name: 'Хостинг', documentName: 'Услуги хостинга', unit: 'шт', isVisible: true };
const ofService =
  (body?: object): ValidRequest =>
  async ({ shop }) => ({ params: { serviceId: (await plantTariff(shop.db)).serviceId }, ...(body && { body }) });
const ofTariff =
  (body?: object): ValidRequest =>
  async ({ shop }) => ({ params: { tariffId: (await plantTariff(shop.db)).id }, ...(body && { body }) });

const ofRequest =
  (body?: object): ValidRequest =>
  async ({ shop, organizationId, cast }) => ({
    params: { requestId: (await plantRequest(shop.db, organizationId, cast.owner.id)).requestId },
    ...(body && { body }),
  });
const ofAnswer =
  (body?: object): ValidRequest =>
  async ({ shop, cast }) => ({
    params: { answerId: await plantAnswer(shop.db, cast.support.id) },
    ...(body && { body }),
  });

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
  getWaiting: nothing,
  listUsers: nothing,
  getUser: ofPerson(),
  updateUser: ofPerson({ status: 'blocked', reason }),
  endUserSessions: ofPerson({ reason }),
  disableUserSecondFactor: ofPerson({ reason }),
  listAllOrganizations: nothing,
  getOrganizationTotals: nothing,
  getOrganizationAsStaff: ({ organizationId }) => ({ params: { organizationId } }),
  listOrganizationNotes: ({ organizationId }) => ({ params: { organizationId } }),
  addOrganizationNote: ({ organizationId }) => ({ params: { organizationId }, body: { text: 'Просили звонить' } }),
  listDocumentsAsStaff: ({ organizationId }) => ({ params: { organizationId } }),
  startView: ({ organizationId }) => ({ params: { organizationId }, body: { reason: 'Разбираем обращение' } }),
  endView: () => ({}),
  updateOrganizationAsStaff: ({ organizationId }) => ({
    params: { organizationId },
    body: { status: 'suspended', reason },
  }),
  updateExchangeRequisites: async ({ shop, organizationId }) => {
    await shop.db.queryText('update organizations set edo = null where id = $1', [organizationId]);
    const body = { contract: { number: '15/2026', day: '2026-02-01' }, edo: '2BM-7736050003' };
    return { params: { organizationId }, body };
  },
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
  getOperationAsStaff: async ({ shop, organizationId }) => ({
    params: { organizationId, operationId: await plantCharge(shop.db, organizationId) },
  }),
  refundChargeAsStaff: async ({ shop, organizationId }) => ({
    params: { chargeId: await plantCharge(shop.db, organizationId) },
    headers: { 'idempotency-key': randomUUID() },
    body: { amountMinor: 100, reason },
  }),
  listAllPayments: nothing,
  getAllPaymentTotals: nothing,
  exportAllPayments: () => ({ query: { format: 'csv' } }),
  resolvePayment: async ({ payments }) => ({
    params: { paymentId: await payments.review() },
    body: { status: 'succeeded', reason },
  }),
  refundPaymentAsStaff: async ({ payments }) => ({
    params: { paymentId: await payments.paid() },
    body: { amountMinor: 100, reason },
  }),
  listUndecidedRefunds: nothing,
  listAllRefunds: nothing,
  getAllRefundTotals: nothing,
  exportAllRefunds: () => ({ query: { format: 'csv' } }),
  resolveRefund: async (scene) => ({
    params: { refundId: await undecidedRefund(scene) },
    body: { status: 'succeeded', reason },
  }),
  listFailedReceipts: nothing,
  decideReceipt: async ({ shop, organizationId, payments }) => ({
    params: {
      receiptId: await plantReceipt(shop, { organizationId, paymentId: await payments.paid(), status: 'failed' }),
    },
    body: { decision: 'retry', reason },
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
  listAllRequests: nothing,
  countWaitingRequests: nothing,
  getRequestAsStaff: ofRequest(),
  listRequestMessagesAsStaff: ofRequest(),
  answerRequest: ofRequest({ text: 'Деньги вернулись' }),
  updateRequest: ofRequest({ state: 'closed' }),
  listRequestAssignees: nothing,
  uploadRequestFileAsStaff: () => ({ query: { name: 'ответ.txt' }, bytes: textFile }),
  getRequestFileAsStaff: async ({ shop, organizationId, cast }) => ({
    params: { fileId: (await plantRequest(shop.db, organizationId, cast.owner.id)).fileId },
  }),
  listPreparedAnswers: nothing,
  listStaffViews: () => ({ query: { list: 'organizations' } }),
  createStaffView: () => ({
    body: { list: 'organizations', name: randomUUID(), filters: { status: 'active' }, isShared: false },
  }),
  updateStaffView: async ({ shop }, { id: userId }) => ({
    params: { viewId: await plantView(shop.db, { userId, organizationId: null }) },
    body: { filters: { status: 'closed' } },
  }),
  deleteStaffView: async ({ shop }, { id: userId }) => ({
    params: { viewId: await plantView(shop.db, { userId, organizationId: null }) },
  }),
  getSetup: nothing,
  dismissSetup: nothing,
  createPreparedAnswer: async ({ shop }) => {
    await shop.db.queryText('delete from support_answers');
    return { body: { title: 'Приветствие', text: 'Здравствуйте!' } };
  },
  updatePreparedAnswer: ofAnswer({ title: 'Прощание', text: 'До свидания!' }),
  deletePreparedAnswer: ofAnswer(),
  getRequestSettings: nothing,
  setRequestSettings: async ({ shop }) => {
    await shop.db.queryText('update support_settings set close_after_days = 7');
    return { body: { closeAfterDays: 14 } };
  },
  listCatalogue: nothing,
  listAnnouncements: nothing,
  countAudience: () => ({ query: { audience: 'owners' } }),
  createAnnouncement: () => ({ body: announced }),
  updateAnnouncement: ofAnnouncement(announced),
  endAnnouncement: ofAnnouncement(),
  deleteAnnouncement: ofAnnouncement(),
  listHelpAsStaff: nothing,
  getHelpAsStaff: ofHelp(),
  createHelpArticle: () => ({ body: { ...helpBody, slug: `article-${randomUUID()}`, isReplacement: false } }),
  updateHelpArticle: ofHelp(helpBody),
  deleteHelpArticle: ofHelp(),
  orderHelp: () => ({ body: { articleIds: [] } }),
  hideHelp: () => ({ params: { slug: 'home' }, body: { isHidden: false } }),
  createService: () => ({ body: serviceBody }),
  getCatalogueService: ofService(),
  updateService: ofService({ name: 'Почта' }),
  createTariff: ofService({ name: 'Старт', isVisible: true, version: monthly }),
  updateTariff: ofTariff({ isClosed: true }),
  deleteTariff: ofTariff(),
  createVersion: ofTariff({ version: monthly, from: '2090-01-01' }),
  previewVersion: () => ({ body: monthly }),
  listMeters: nothing,
  createMeter: () => ({
    body: { key: `m-${randomUUID()}`, name: 'Трафик', unit: 'ГБ', aggregation: 'sum' },
  }),
  renameMeter: async ({ shop }) => {
    const key = await plantMeter(shop.db);
    const { rows } = await shop.db.queryText('select id from meters where key = $1', [key]);
    return { params: { meterId: rows[0]?.id as string }, body: { name: 'Трафик наружу' } };
  },
  setUsageRetention: async ({ shop }) => {
    await shop.db.queryText('update usage_settings set keep_months = 24');
    return { body: { keepMonths: 12 } };
  },
  listDiscounts: ({ organizationId }) => ({ params: { organizationId } }),
  createDiscount: ({ organizationId }) => ({ params: { organizationId }, body: { percent: 10, reason } }),
  endDiscount: async ({ shop, organizationId }) => ({
    params: { discountId: await plantDiscount(shop.db, organizationId) },
  }),
  getPromisedPaymentRules: nothing,
  setPromisedPaymentRules: async ({ shop }) => {
    await shop.db.queryText('update promised_payment_rules set is_allowed = false');
    return { body: { isAllowed: true, maxMinor: 50_000, days: 5, everyDays: 60 } };
  },
  getRevenue: nothing,
  listRevenueMoves: () => ({ query: { month: '2026-11' } }),
  listRevenueSubscriptions: () => ({ query: { month: '2026-11' } }),
  listRevenueCustomers: () => ({ query: { month: '2026-11' } }),
  listCustomerMoves: () => ({ query: { month: '2026-11' } }),
  listDebtors: nothing,
  listUpcoming: nothing,
  listAllSubscriptions: nothing,
  getSubscriptionAsStaff: async ({ shop, organizationId }) => ({
    params: { subscriptionId: await plantSubscription(shop.db, organizationId) },
  }),
  getSubscriptionUsageAsStaff: async ({ shop, organizationId }) => ({
    params: { subscriptionId: await plantSubscription(shop.db, organizationId) },
  }),
  exportSubscriptionUsageAsStaff: async ({ shop, organizationId }) => ({
    params: { subscriptionId: await plantSubscription(shop.db, organizationId) },
    query: { format: 'xlsx' },
  }),
  previewSubscribingFor: async ({ shop, organizationId }) => ({
    params: { organizationId },
    body: { tariffId: (await plantTariff(shop.db, { priceMinor: 0 })).id },
  }),
  subscribeFor: async ({ shop, organizationId }) => ({
    params: { organizationId },
    headers: { 'idempotency-key': randomUUID() },
    body: { tariffId: (await plantTariff(shop.db, { priceMinor: 0 })).id, reason },
  }),
  previewChangeFor: async ({ shop, organizationId }) => ({
    params: { subscriptionId: await plantSubscription(shop.db, organizationId) },
    body: { quantity: 2 },
  }),
  changeFor: async ({ shop, organizationId }) => ({
    params: { subscriptionId: await plantSubscription(shop.db, organizationId) },
    body: { quantity: 2, reason },
  }),
  cancelChangeFor: async ({ shop, organizationId }) => ({
    params: { subscriptionId: await plantSubscription(shop.db, organizationId, 'changing') },
    body: { reason },
  }),
  stopFor: async ({ shop, organizationId }) => ({
    params: { subscriptionId: await plantSubscription(shop.db, organizationId) },
    body: { when: 'now', reason },
  }),
  listAllAudit: nothing,
  listFailedJobs: nothing,
  listProviders: nothing,
  getBusiness: nothing,
  chooseProvider: async ({ shop }) => ({ params: { method: 'card' }, body: { provider: shop.providers.default.name } }),
  getBusinessPictures: nothing,
  getBusinessPicture: ofPicture(),
  putBusinessPicture: () => ({ params: { picture: 'stamp' }, bytes: pngOf(2, 2) }),
  removeBusinessPicture: ofPicture(),
  updateBusinessPictures: () => ({ body: { isOnUpd: false } }),
  updateBusiness: async ({ shop }) => ({ body: { version: await ensureBusiness(shop), data: businessBody } }),
  listMonthlyDocuments: () => ({ query: { period: chargedPeriod } }),
  getMonthlyTotals: () => ({ query: { period: chargedPeriod } }),
  exportMonthlyRegister: () => ({ query: { period: chargedPeriod } }),
  getDocumentFileAsStaff: ofDocument(),
  getDocumentXmlAsStaff: ofExchanged,
  getXmlReadinessAsStaff: ofExchanged,
  getXmlArchive: () => ({ query: { month: '2001-01' } }),
  correctDocument: ofDocument({ reason }),
  closeMonthOf: async ({ shop, organizationId }) => {
    await ensureBusiness(shop);
    await ensureCharged(shop, organizationId);
    return { body: { organizationId, period: chargedPeriod } };
  },
  getBankDirectory: nothing,
  loadBankDirectory: () => ({ bytes: directoryFile() }),
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
  findInvoicesAsStaff: () => ({ query: { q: '1' } }),
  listInvoicesAsStaff: ({ organizationId }) => ({ params: { organizationId } }),
  cancelInvoiceAsStaff: async ({ shop, cast, organizationId }) => ({
    params: { invoiceId: await plantInvoice(shop, organizationId, cast.member.id) },
    body: { reason },
  }),
  listAllConsents: () => ({}),
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
