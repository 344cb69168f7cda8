import * as adminAudit from './admin/audit.ts';
import * as adminBalance from './admin/balance.ts';
import * as adminBankReturns from './admin/bank-returns.ts';
import * as adminBankStatements from './admin/bank-statements.ts';
import * as adminBusiness from './admin/business.ts';
import * as adminDocuments from './admin/documents.ts';
import * as adminInvoices from './admin/invoices.ts';
import * as adminJobs from './admin/jobs.ts';
import * as adminKeys from './admin/keys.ts';
import * as adminOrganizations from './admin/organizations.ts';
import * as adminOverview from './admin/overview.ts';
import * as adminPayments from './admin/payments.ts';
import * as adminRefunds from './admin/refunds.ts';
import * as adminUsers from './admin/users.ts';
import * as adminWebhooks from './admin/webhooks.ts';
import * as closing from './cabinet/account-closure.ts';
import * as accounts from './cabinet/accounts.ts';
import * as audit from './cabinet/audit.ts';
import * as autoTopUp from './cabinet/auto-top-up.ts';
import * as balance from './cabinet/balance.ts';
import * as bankReturns from './cabinet/bank-returns.ts';
import * as bankTransfers from './cabinet/bank-transfers.ts';
import * as cabinetCharges from './cabinet/charges.ts';
import * as confirmation from './cabinet/confirmation.ts';
import * as dashboard from './cabinet/dashboard.ts';
import * as documents from './cabinet/documents.ts';
import * as events from './cabinet/events.ts';
import * as info from './cabinet/info.ts';
import * as invitations from './cabinet/invitations.ts';
import * as invitedSignUp from './cabinet/invited-sign-up.ts';
import * as members from './cabinet/members.ts';
import * as monthlyDocuments from './cabinet/monthly-documents.ts';
import * as notifications from './cabinet/notifications.ts';
import * as organizations from './cabinet/organizations.ts';
import * as paymentMethods from './cabinet/payment-methods.ts';
import * as payments from './cabinet/payments.ts';
import * as profile from './cabinet/profile.ts';
import * as providerCallbacks from './cabinet/provider-callbacks.ts';
import * as referrals from './cabinet/referrals.ts';
import * as secondFactor from './cabinet/second-factor.ts';
import * as sessions from './cabinet/sessions.ts';
import * as spending from './cabinet/spending.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { endpointsIn } from './shared/endpoints-in.ts';
import * as health from './shared/health.ts';

const declared: Record<string, unknown> = {
  ...accounts,
  ...adminAudit,
  ...adminBalance,
  ...adminBankReturns,
  ...adminBankStatements,
  ...adminBusiness,
  ...adminInvoices,
  ...adminDocuments,
  ...adminJobs,
  ...adminKeys,
  ...adminOrganizations,
  ...adminOverview,
  ...adminPayments,
  ...adminRefunds,
  ...adminUsers,
  ...adminWebhooks,
  ...audit,
  ...autoTopUp,
  ...cabinetCharges,
  ...balance,
  ...closing,
  ...monthlyDocuments,
  ...confirmation,
  ...dashboard,
  ...bankReturns,
  ...spending,
  ...bankTransfers,
  ...documents,
  ...events,
  ...health,
  ...info,
  ...invitations,
  ...invitedSignUp,
  ...members,
  ...notifications,
  ...organizations,
  ...paymentMethods,
  ...payments,
  ...profile,
  ...providerCallbacks,
  ...referrals,
  ...secondFactor,
  ...sessions,
};

/** All endpoints of the cabinet and the admin area by `operationId`. */
export const endpoints: Record<string, Endpoint> = endpointsIn(declared);
