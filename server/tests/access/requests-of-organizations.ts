import { randomUUID } from 'node:crypto';
import { type AccountantLink, signLink } from '../../src/documents/accountant/link-token.ts';
import { signUnsubscribeToken } from '../../src/notifications/unsubscribe.ts';
import { plantAnnouncement } from '../support/announcements.ts';
import { ensureReturnable } from '../support/bank-returns.ts';
import { ensureBusiness, plantInvoice, readyForExchange } from '../support/business.ts';
import { autoTopUpTerms, plantCard, plantRule } from '../support/cards.ts';
import { plantCharge } from '../support/charges.ts';
import { companyBody } from '../support/organizations.ts';
import { chargedPeriod, ensureCharged, plantDocument } from '../support/past-movements.ts';
import { plantLink } from '../support/payment-links.ts';
import { plantPaidTopUp } from '../support/payments.ts';
import { newPerson } from '../support/people.ts';
import { plantReceipt } from '../support/receipts.ts';
import { plantRequest, textFile } from '../support/requests.ts';
import { plantView } from '../support/saved-views.ts';
import { offerPromise, plantSubscription, plantTariff } from '../support/services.ts';
import { newInvitation, newPlainMember, type Scene, type Somebody } from './scene.ts';
import type { ValidRequest } from './valid-request.ts';

const nothing: ValidRequest = () => ({});
const ofOrganization: ValidRequest = ({ organizationId }) => ({ params: { organizationId } });
const ofMember =
  (body?: object): ValidRequest =>
  async (scene) => ({
    params: { organizationId: scene.organizationId, userId: await newPlainMember(scene) },
    ...(body && { body }),
  });
const ofInvitation: ValidRequest = async (scene) => ({
  params: {
    organizationId: scene.organizationId,
    invitationId: await newInvitation(scene, scene.organizationId),
  },
});
const ofPayment =
  (kind: 'pending' | 'paid' | 'review', body?: object): ValidRequest =>
  async ({ payments }) => ({ params: { paymentId: await payments[kind]() }, ...(body && { body }) });

const ofInvoice =
  (name: 'invoiceId' | 'documentId'): ValidRequest =>
  async ({ shop, organizationId, cast }) => ({
    params: { [name]: await plantInvoice(shop, organizationId, cast.owner.id) },
  });

/** Of an address that has agreed. */
async function accountantLink({ shop, organizationId }: Scene, purpose: AccountantLink['purpose']): Promise<string> {
  const { email } = newPerson();
  await shop.db.queryText(
    `insert into accountant_addresses (organization_id, email, confirmed_at) values ($1, $2, now())
     on conflict (organization_id) do update set email = excluded.email, confirmed_at = now()`,
    [organizationId, email],
  );
  return signLink(shop.keys.unsubscribe, { purpose, organizationId, email, period: chargedPeriod });
}

const newLink = ({ shop, organizationId, cast }: Scene) => plantLink(shop, organizationId, cast.owner.id);

const ofExchanged: ValidRequest = async ({ shop, organizationId }) => {
  await readyForExchange(shop, organizationId);
  return { params: { documentId: await plantDocument(shop, organizationId) } };
};

const ofCard: ValidRequest = async ({ shop, organizationId, cast }) => ({
  params: { paymentMethodId: await plantCard(shop, organizationId, cast.owner.id) },
});

const ofSubscription =
  (body?: object, state: 'active' | 'paused' | 'changing' = 'active'): ValidRequest =>
  async ({ shop, organizationId }) => ({
    params: { subscriptionId: await plantSubscription(shop.db, organizationId, state) },
    ...(body && { body }),
  });
const ofTariff: ValidRequest = async ({ shop }) => ({
  body: { tariffId: (await plantTariff(shop.db, { priceMinor: 0 })).id },
  headers: { 'idempotency-key': randomUUID() },
});

/** Switched off: a message to this chat would be refused and unlink it. */
const plantMaxLink = ({ shop }: Scene, { id }: Somebody) =>
  shop.db.queryText(
    'insert into max_links (user_id, max_user_id, name, is_on) values ($1, 5, $2, false) on conflict do nothing',
    [id, 'Анна'],
  );

const ofRequest =
  (body?: object): ValidRequest =>
  async ({ shop, organizationId, cast }) => ({
    params: { requestId: (await plantRequest(shop.db, organizationId, cast.owner.id)).requestId },
    ...(body && { body }),
  });

export const requestsOfOrganizations: Record<string, ValidRequest> = {
  dismissAnnouncement: async ({ shop }) => ({ params: { announcementId: await plantAnnouncement(shop.db) } }),
  getFirstSteps: nothing,
  dismissFirstSteps: nothing,
  listSavedViews: () => ({ query: { list: 'operations' } }),
  createSavedView: () => ({
    body: { list: 'operations', name: randomUUID(), filters: { kind: 'charge' }, isShared: false },
  }),
  updateSavedView: async ({ shop, organizationId }, { id: userId }) => ({
    params: { viewId: await plantView(shop.db, { userId, organizationId }) },
    body: { filters: { direction: 'in' } },
  }),
  deleteSavedView: async ({ shop, organizationId }, { id: userId }) => ({
    params: { viewId: await plantView(shop.db, { userId, organizationId }) },
  }),
  listHelp: () => ({ query: { q: 'пополнить' } }),
  getHelpArticle: () => ({ params: { slug: 'operations' } }),
  listNotifications: nothing,
  readNotifications: () => ({ body: { all: true } }),
  getNotificationPreferences: nothing,
  setNotificationPreferences: ({ organizationId }) => ({ body: { organizationId, muted: ['members'] } }),
  unsubscribe: ({ shop, organizationId, cast }) => {
    const subscription = { userId: cast.owner.id, organizationId, category: 'members' as const };
    return { body: { token: signUnsubscribeToken(shop.keys.unsubscribe, subscription) } };
  },
  getAccountantAddress: nothing,
  setAccountantAddress: () => ({ body: { email: newPerson().email } }),
  removeAccountantAddress: nothing,
  confirmAccountantAddress: async (scene) => ({ body: { token: await accountantLink(scene, 'confirm') } }),
  stopAccountantLetters: async (scene) => ({ body: { token: await accountantLink(scene, 'stop') } }),
  getMonthFiles: async (scene) => ({ query: { token: await accountantLink(scene, 'files') } }),
  getMax: nothing,
  startMaxLink: nothing,
  switchMax: async (scene, me) => {
    await plantMaxLink(scene, me);
    return { body: { isOn: false } };
  },
  unlinkMax: async (scene, me) => {
    await plantMaxLink(scene, me);
    return {};
  },
  receiveMaxUpdate: ({ shop }) => ({
    headers: { 'x-max-bot-api-secret': shop.keys.maxUpdates.toString('hex') },
    body: { update_type: 'bot_started' },
  }),
  createRequest: async ({ payments }) => ({
    body: { topic: 'money', text: 'Где деньги?', about: { kind: 'payment', id: await payments.pending() } },
  }),
  listRequests: nothing,
  getRequest: ofRequest(),
  listRequestMessages: ofRequest(),
  postRequestMessage: ofRequest({ text: 'Спасибо' }),
  closeRequest: ofRequest(),
  uploadRequestFile: () => ({ query: { name: 'вопрос.txt' }, bytes: textFile }),
  getRequestFile: async ({ shop, organizationId, cast }) => ({
    params: { fileId: (await plantRequest(shop.db, organizationId, cast.owner.id)).fileId },
  }),
  listServices: nothing,
  getPromisedPayment: nothing,
  listPromisedPayments: nothing,
  takePromisedPayment: async ({ shop, organizationId }) => {
    await offerPromise(shop.db, organizationId);
    return {};
  },
  listSubscriptions: nothing,
  getSubscription: ofSubscription(),
  getSubscriptionUsage: ofSubscription(),
  exportSubscriptionUsage: async (scene, me) => ({ ...(await ofSubscription()(scene, me)), query: { format: 'csv' } }),
  previewSubscribing: ofTariff,
  subscribe: ofTariff,
  previewChange: ofSubscription({ quantity: 2 }),
  changeSubscription: ofSubscription({ quantity: 2 }),
  cancelChange: ofSubscription(undefined, 'changing'),
  pauseSubscription: ofSubscription(),
  resumeSubscription: ofSubscription(undefined, 'paused'),
  stopSubscription: ofSubscription({ when: 'now' }),
  listOrganizations: nothing,
  createOrganization: () => ({ body: companyBody() }),
  getOrganization: ofOrganization,
  updateOrganization: ({ organizationId }) => ({ params: { organizationId }, body: { name: 'ООО «Лютик»' } }),
  setStaffView: ({ organizationId }) => ({ params: { organizationId }, body: { isAllowed: false } }),
  getClosing: ofOrganization,
  closeOrganization: ({ organizationId }) => ({ params: { organizationId }, body: { name: companyBody().name } }),
  listMembers: ofOrganization,
  changeMemberRole: ofMember({ role: 'accountant' }),
  removeMember: ofMember(),
  leaveOrganization: ofOrganization,
  transferOwnership: async (scene) => ({
    params: { organizationId: scene.organizationId },
    body: { userId: await newPlainMember(scene) },
  }),
  listInvitations: ofOrganization,
  inviteMember: ({ organizationId }) => ({
    params: { organizationId },
    body: { email: newPerson().email, role: 'member' },
  }),
  revokeInvitation: ofInvitation,
  resendInvitation: ofInvitation,
  listAudit: ofOrganization,
  getBalance: ofOrganization,
  getLowBalance: ofOrganization,
  setLowBalance: ({ organizationId }) => ({
    params: { organizationId },
    body: { currency: 'RUB', thresholdMinor: 100_000 },
  }),
  setBudget: ({ organizationId }) => ({
    params: { organizationId },
    body: { currency: 'RUB', service: null, limitMinor: 100_000 },
  }),
  listEntries: ofOrganization,
  getEntryTotals: ofOrganization,
  exportEntries: ({ organizationId }) => ({ params: { organizationId }, query: { format: 'csv' } }),
  getOperation: async ({ shop, organizationId }) => ({
    params: { operationId: await plantCharge(shop.db, organizationId) },
  }),
  getConfirmation: async ({ shop, organizationId, cast }) => ({
    params: { operationId: await plantPaidTopUp(shop, { id: cast.owner.id, organizationId }) },
  }),
  getDashboard: ofOrganization,
  getSpending: ({ organizationId }) => ({ params: { organizationId }, query: { currency: 'RUB' } }),

  createInvoice: async ({ shop }) => {
    await ensureBusiness(shop);
    return { headers: { 'idempotency-key': randomUUID() }, body: { amountMinor: 150_050, currency: 'RUB' } };
  },
  getInvoiceReadiness: nothing,
  getInvoice: ofInvoice('invoiceId'),
  cancelInvoice: ofInvoice('invoiceId'),
  listDocuments: nothing,
  getDocumentArchive: nothing,
  getDocumentFile: ofInvoice('documentId'),
  getDocumentXml: ofExchanged,
  getXmlReadiness: ofExchanged,
  listBankTransfers: nothing,
  getBankTransferTotals: nothing,
  findBank: () => ({ params: { bik: '044525225' } }),
  findCompany: () => ({ params: { inn: '7707083893' } }),
  exportBankTransfers: () => ({ query: { format: 'csv' } }),
  listBankReturns: ofOrganization,
  requestBankReturn: async ({ shop, organizationId }) => {
    await ensureReturnable(shop, organizationId);
    return {
      params: { organizationId },
      headers: { 'idempotency-key': randomUUID() },
      body: { amountMinor: 100, currency: 'RUB', comment: 'Договор расторгнут' },
    };
  },
  sendDocument: async ({ shop, organizationId, cast }) => ({
    params: { documentId: await plantInvoice(shop, organizationId, cast.owner.id) },
    body: { email: 'buh@example.ru' },
  }),
  createReconciliation: async ({ shop }) => {
    await ensureBusiness(shop);
    return { body: { from: '2026-01-01', to: '2026-01-31' } };
  },
  closeMonth: async ({ shop, organizationId }) => {
    await ensureBusiness(shop);
    await ensureCharged(shop, organizationId);
    return { body: { period: chargedPeriod } };
  },

  listPayments: nothing,
  getPaymentTotals: nothing,
  createPayment: () => ({
    headers: { 'idempotency-key': randomUUID() },
    body: { amountMinor: 150_050, currency: 'RUB', method: 'card', description: 'За ноябрь' },
  }),
  exportPayments: () => ({ query: { format: 'csv' } }),
  getPayment: ofPayment('pending'),
  cancelPayment: ofPayment('pending'),
  refundPayment: ofPayment('paid', { amountMinor: 100, reason: 'Передумали' }),
  listReceipts: ofPayment('paid'),
  sendReceipt: async ({ shop, organizationId, payments }) => ({
    params: {
      receiptId: await plantReceipt(shop, { organizationId, paymentId: await payments.paid(), status: 'registered' }),
    },
  }),
  createPaymentLink: () => ({ body: {} }),
  listPaymentLinks: nothing,
  revokePaymentLink: async (scene) => ({ params: { linkId: (await newLink(scene)).id } }),
  getPayPage: async (scene) => ({ params: { token: (await newLink(scene)).token } }),
  payByLink: async (scene) => ({
    params: { token: (await newLink(scene)).token },
    headers: { 'idempotency-key': randomUUID() },
    body: { method: 'card', amountMinor: 100_000, email: 'payer@example.ru' },
  }),
  getPayResult: async (scene) => {
    const paymentId = await scene.payments.pending();
    const { id } = await newLink(scene);
    await scene.shop.db.queryText('update payments set payment_link_id = $2 where id = $1', [paymentId, id]);
    return { params: { paymentId } };
  },
  listPaymentMethods: nothing,
  savePaymentMethod: () => ({ body: {} }),
  removePaymentMethod: ofCard,
  setDefaultPaymentMethod: ofCard,
  returnFromBinding: ofCard,
  getAutoTopUp: ofOrganization,
  setAutoTopUp: async ({ shop, organizationId, cast }) => ({
    params: { organizationId },
    // No balance is below it, so that no worker tops up while tests watch what changes.
    body: {
      ...autoTopUpTerms,
      thresholdMinor: 0,
      paymentMethodId: await plantCard(shop, organizationId, cast.owner.id),
    },
  }),
  previewAutoTopUp: async ({ shop, organizationId, cast }) => ({
    params: { organizationId },
    body: { ...autoTopUpTerms, paymentMethodId: await plantCard(shop, organizationId, cast.owner.id) },
  }),
  deleteAutoTopUp: async ({ shop, organizationId, cast }) => {
    await plantRule(shop, organizationId, await plantCard(shop, organizationId, cast.owner.id), cast.owner.id);
    return { params: { organizationId } };
  },
  returnFromProvider: ofPayment('pending'),
  receiveNotification: () => ({
    params: { provider: 'yookassa' },
    body: { type: 'notification', event: 'refund.succeeded', object: { id: randomUUID() } },
  }),
};
