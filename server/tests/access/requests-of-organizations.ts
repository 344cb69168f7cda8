import { randomUUID } from 'node:crypto';
import { signUnsubscribeToken } from '../../src/notifications/unsubscribe.ts';
import { ensureReturnable } from '../support/bank-returns.ts';
import { ensureBusiness, plantInvoice } from '../support/business.ts';
import { autoTopUpTerms, plantCard, plantRule } from '../support/cards.ts';
import { plantCharge } from '../support/charges.ts';
import { companyBody } from '../support/organizations.ts';
import { chargedPeriod, ensureCharged } from '../support/past-movements.ts';
import { newPerson } from '../support/people.ts';
import { newInvitation, newPlainMember } from './scene.ts';
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

const ofCard: ValidRequest = async ({ shop, organizationId, cast }) => ({
  params: { paymentMethodId: await plantCard(shop, organizationId, cast.owner.id) },
});

export const requestsOfOrganizations: Record<string, ValidRequest> = {
  listNotifications: nothing,
  readNotifications: () => ({ body: { all: true } }),
  getNotificationPreferences: nothing,
  setNotificationPreferences: ({ organizationId }) => ({ body: { organizationId, muted: ['members'] } }),
  unsubscribe: ({ shop, organizationId, cast }) => {
    const subscription = { userId: cast.owner.id, organizationId, category: 'members' as const };
    return { body: { token: signUnsubscribeToken(shop.keys.unsubscribe, subscription) } };
  },
  listOrganizations: nothing,
  createOrganization: () => ({ body: companyBody() }),
  getOrganization: ofOrganization,
  updateOrganization: ({ organizationId }) => ({ params: { organizationId }, body: { name: 'ООО «Лютик»' } }),
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
  listEntries: ofOrganization,
  getEntryTotals: ofOrganization,
  exportEntries: ({ organizationId }) => ({ params: { organizationId }, query: { format: 'csv' } }),
  getChargeDetails: async ({ shop, organizationId }) => ({
    params: { organizationId, chargeId: await plantCharge(shop.db, organizationId) },
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
  getDocumentFile: ofInvoice('documentId'),
  listBankTransfers: nothing,
  getBankTransferTotals: nothing,
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
