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
  referrals: ['referrals'],
  receivedInvitations: ['received-invitations'],
  info: ['info'],
  legalText: (document: LegalDocument) => ['legal-text', document],
  verification: (token: string) => ['verify-email', token],

  notifications: ['notifications'],
  notificationPages: (filter: object) => ['notifications', 'page', filter],
  latestNotifications: ['notifications', 'latest'],
  notificationPreferences: ['notification-preferences'],
  lowBalance: (organization: string) => ['low-balance', organization],

  balances: ['balance'],
  balance: (organization: Organization) => ['balance', organization],
  // Whatever moves the balance changes what can be returned, and what an automatic top-up would charge.
  bankReturns: (organization: Organization) => ['balance', organization, 'bank-returns'],
  topUpPreview: (organization: string, rule: object | null) => ['balance', organization, 'auto-top-up', rule],

  operations: ['operations'],
  lastOperations: (organization: Organization) => ['operations', organization, 'last'],
  operationList: (organization: string, filter: OperationFilter) => ['operations', organization, 'list', filter],
  operationTotals: (organization: string, filter: OperationFilter) => ['operations', organization, 'totals', filter],
  charge: (organization: Organization, charge: string) => ['operations', organization, 'charge', charge],

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
  | 'dashboard'
  | 'documents'
  | 'info'
  | 'legal-text'
  | 'low-balance'
  | 'notification-preferences'
  | 'notifications'
  | 'operations'
  | 'organization'
  | 'payments'
  | 'profile'
  | 'received-invitations'
  | 'referrals'
  | 'sessions'
  | 'verify-email';

type Key = readonly [KeyRoot, ...unknown[]];
