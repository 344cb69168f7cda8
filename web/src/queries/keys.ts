import type { OperationFilter } from '@kazna/contract/cabinet/balance';
import type { TransferFilter } from '@kazna/contract/cabinet/bank-transfers';
import type { LegalDocument } from '@kazna/contract/cabinet/info';
import type { PaymentFilter } from '@kazna/contract/cabinet/payments';

/** Undefined while the profile is loading. */
type Organization = string | undefined;

/**
 * Keys of all cached answers that customers see. A key without its last parts invalidates everything below it; live changes
 * invalidate by the first part alone (`session/follow-changes.ts`).
 */
export const keys = {
  profile: ['profile'],
  sessions: ['sessions'],
  passkeys: ['passkeys'],
  externalLinks: ['external-links'],
  consents: ['consents'],
  referrals: ['referrals'],
  receivedInvitations: ['received-invitations'],
  info: ['info'],
  help: (q: string | undefined) => ['info', 'help', q],
  helpArticle: (slug: string) => ['info', 'help-article', slug],
  legalText: (document: LegalDocument) => ['legal-text', document],
  verification: (token: string) => ['verify-email', token],

  notifications: ['notifications'],
  notificationPages: (filter: object) => ['notifications', 'page', filter],
  latestNotifications: ['notifications', 'latest'],
  max: ['notifications', 'max'],
  notificationPreferences: ['notification-preferences'],
  lowBalance: (organization: string) => ['low-balance', organization],

  paymentLinks: ['payments', 'links'],
  payPage: (token: string) => ['pay-page', token],
  payResult: (paymentId: string) => ['pay-result', paymentId],

  balances: ['balance'],
  balance: (organization: Organization) => ['balance', organization],
  // Whatever moves the balance changes what can be returned, what an automatic top-up would charge and what a tariff lacks.
  bankReturns: (organization: Organization) => ['balance', organization, 'bank-returns'],
  topUpPreview: (organization: string, rule: object | null) => ['balance', organization, 'auto-top-up', rule],

  subscribing: (organization: Organization, form: object) => ['balance', organization, 'subscribing', form],
  subscriptionChange: (organization: Organization, subscription: string, form: object) => [
    'balance',
    organization,
    'subscription-change',
    subscription,
    form,
  ],

  subscriptions: ['subscriptions'],
  catalogue: (organization: Organization) => ['subscriptions', organization, 'catalogue'],
  subscriptionList: (organization: Organization) => ['subscriptions', organization, 'list'],
  subscription: (organization: Organization, subscription: string) => [
    'subscriptions',
    organization,
    'one',
    subscription,
  ],
  subscriptionUsage: (organization: Organization, subscription: string, by: string) => [
    'subscriptions',
    organization,
    'usage',
    subscription,
    by,
  ],
  promisedPayment: (organization: Organization) => ['subscriptions', organization, 'promised-payment'],
  promisedPayments: (organization: Organization) => ['subscriptions', organization, 'promised-payments'],

  operations: ['operations'],
  lastOperations: (organization: Organization) => ['operations', organization, 'last'],
  operationList: (organization: string, filter: OperationFilter) => ['operations', organization, 'list', filter],
  operationTotals: (organization: string, filter: OperationFilter) => ['operations', organization, 'totals', filter],
  operation: (organization: Organization, operation: string) => ['operations', organization, 'one', operation],

  requestList: (organization: Organization, filter: object) => ['requests', organization, 'list', filter],
  request: (organization: Organization, request: string) => ['requests', organization, 'one', request],
  requestMessages: (organization: Organization, request: string) => ['requests', organization, 'messages', request],

  firstSteps: (organization: Organization) => ['first-steps', organization],
  savedViews: ['saved-views'],
  savedViewList: (owner: Organization, list: string) => ['saved-views', owner, list],

  dashboard: (organization: Organization, choice: object) => ['dashboard', organization, choice],
  spending: (organization: string, choice: object | undefined) => ['dashboard', organization, 'spending', choice],

  paymentLists: ['payments', 'list'],
  paymentList: (filter: PaymentFilter) => ['payments', 'list', filter],
  recentPayments: (organization: Organization) => ['payments', 'list', 'recent', organization],
  unfinishedPayments: (organization: Organization) => ['payments', 'list', 'unfinished', organization],
  allPaymentTotals: ['payments', 'totals'],
  paymentTotals: (filter: PaymentFilter) => ['payments', 'totals', filter],
  payment: (payment: string) => ['payments', 'one', payment],
  savedCards: (organization: Organization) => ['payments', 'cards', organization],
  autoTopUp: (organization: string) => ['payments', 'auto-top-up', organization],
  transfers: (filter: TransferFilter) => ['payments', 'transfers', filter],
  transferTotals: (filter: TransferFilter) => ['payments', 'transfer-totals', filter],

  documentLists: ['documents', 'list'],
  accountantAddress: ['documents', 'accountant'],
  documentList: (filter: object) => ['documents', 'list', filter],
  invoice: (invoice: string) => ['documents', 'invoice', invoice],

  organization: (organization: string) => ['organization', organization],
  organizationItself: (organization: string) => ['organization', organization, 'itself'],
  members: (organization: string) => ['organization', organization, 'members'],
  invitations: (organization: string) => ['organization', organization, 'invitations'],
  log: (organization: string, filter: object) => ['organization', organization, 'log', filter],
  closing: (organization: string) => ['organization', organization, 'closing'],
  invoiceReadiness: (organization: Organization) => ['organization', organization, 'invoice-readiness'],
} as const satisfies Record<string, Key | ((...args: never[]) => Key)>;

/** First part of a key. */
export type KeyRoot =
  | 'balance'
  | 'consents'
  | 'dashboard'
  | 'documents'
  | 'external-links'
  | 'first-steps'
  | 'info'
  | 'legal-text'
  | 'low-balance'
  | 'notification-preferences'
  | 'notifications'
  | 'operations'
  | 'organization'
  | 'passkeys'
  | 'pay-page'
  | 'pay-result'
  | 'payments'
  | 'profile'
  | 'received-invitations'
  | 'referrals'
  | 'requests'
  | 'saved-views'
  | 'sessions'
  | 'subscriptions'
  | 'verify-email';

type Key = readonly [KeyRoot, ...unknown[]];
