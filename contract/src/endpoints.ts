import * as adminAnnouncements from './admin/announcements.ts';
import * as adminAudit from './admin/audit.ts';
import * as adminBalance from './admin/balance.ts';
import * as adminBankDirectory from './admin/bank-directory.ts';
import * as adminBankReturns from './admin/bank-returns.ts';
import * as adminBankStatements from './admin/bank-statements.ts';
import * as adminBusiness from './admin/business.ts';
import * as adminBusinessPictures from './admin/business-pictures.ts';
import * as adminConsents from './admin/consents.ts';
import * as adminDocuments from './admin/documents.ts';
import * as adminHelp from './admin/help.ts';
import * as adminInvoices from './admin/invoices.ts';
import * as adminJobs from './admin/jobs.ts';
import * as adminKeys from './admin/keys.ts';
import * as adminMeters from './admin/meters.ts';
import * as adminOperations from './admin/operations.ts';
import * as adminOrganizationNotes from './admin/organization-notes.ts';
import * as adminOrganizations from './admin/organizations.ts';
import * as adminOverview from './admin/overview.ts';
import * as adminPayments from './admin/payments.ts';
import * as adminProviders from './admin/providers.ts';
import * as adminReceipts from './admin/receipts.ts';
import * as adminRefunds from './admin/refunds.ts';
import * as adminRequests from './admin/requests.ts';
import * as adminRevenue from './admin/revenue.ts';
import * as adminSavedViews from './admin/saved-views.ts';
import * as adminServices from './admin/services.ts';
import * as adminSetup from './admin/setup.ts';
import * as adminSubscriptions from './admin/subscriptions.ts';
import * as adminUsers from './admin/users.ts';
import * as adminView from './admin/view.ts';
import * as adminWebhooks from './admin/webhooks.ts';
import * as closing from './cabinet/account-closure.ts';
import * as accountantLetters from './cabinet/accountant-letters.ts';
import * as accounts from './cabinet/accounts.ts';
import * as announcements from './cabinet/announcements.ts';
import * as audit from './cabinet/audit.ts';
import * as autoTopUp from './cabinet/auto-top-up.ts';
import * as balance from './cabinet/balance.ts';
import * as bankReturns from './cabinet/bank-returns.ts';
import * as bankTransfers from './cabinet/bank-transfers.ts';
import * as banks from './cabinet/banks.ts';
import * as confirmation from './cabinet/confirmation.ts';
import * as consents from './cabinet/consents.ts';
import * as dashboard from './cabinet/dashboard.ts';
import * as documents from './cabinet/documents.ts';
import * as events from './cabinet/events.ts';
import * as externalSignIn from './cabinet/external-sign-in.ts';
import * as firstSteps from './cabinet/first-steps.ts';
import * as help from './cabinet/help.ts';
import * as info from './cabinet/info.ts';
import * as invitations from './cabinet/invitations.ts';
import * as invitedSignUp from './cabinet/invited-sign-up.ts';
import * as max from './cabinet/max.ts';
import * as members from './cabinet/members.ts';
import * as monthlyDocuments from './cabinet/monthly-documents.ts';
import * as notifications from './cabinet/notifications.ts';
import * as operations from './cabinet/operations.ts';
import * as organizationForms from './cabinet/organization-forms.ts';
import * as organizations from './cabinet/organizations.ts';
import * as passkeys from './cabinet/passkeys.ts';
import * as paymentLinks from './cabinet/payment-links.ts';
import * as paymentMethods from './cabinet/payment-methods.ts';
import * as payments from './cabinet/payments.ts';
import * as profile from './cabinet/profile.ts';
import * as promisedPayments from './cabinet/promised-payments.ts';
import * as providerCallbacks from './cabinet/provider-callbacks.ts';
import * as receipts from './cabinet/receipts.ts';
import * as referrals from './cabinet/referrals.ts';
import * as requests from './cabinet/requests.ts';
import * as savedViews from './cabinet/saved-views.ts';
import * as secondFactor from './cabinet/second-factor.ts';
import * as services from './cabinet/services.ts';
import * as sessions from './cabinet/sessions.ts';
import * as spending from './cabinet/spending.ts';
import * as usage from './cabinet/usage.ts';
import { type Endpoint, endpointsIn } from './shared/endpoint.ts';
import * as health from './shared/health.ts';

const declared: Record<string, unknown> = {
  ...accounts,
  ...adminAnnouncements,
  ...announcements,
  ...adminAudit,
  ...adminBalance,
  ...adminOperations,
  ...operations,
  ...adminBankDirectory,
  ...adminBankReturns,
  ...adminBankStatements,
  ...adminBusiness,
  ...adminConsents,
  ...adminBusinessPictures,
  ...adminHelp,
  ...help,
  ...adminInvoices,
  ...adminDocuments,
  ...adminJobs,
  ...adminKeys,
  ...adminMeters,
  ...adminOrganizationNotes,
  ...adminOrganizations,
  ...adminOverview,
  ...adminPayments,
  ...adminProviders,
  ...adminReceipts,
  ...adminRefunds,
  ...adminRequests,
  ...adminRevenue,
  ...adminSavedViews,
  ...adminServices,
  ...adminSetup,
  ...adminSubscriptions,
  ...adminUsers,
  ...adminView,
  ...adminWebhooks,
  ...audit,
  ...autoTopUp,
  ...balance,
  ...closing,
  ...monthlyDocuments,
  ...confirmation,
  ...consents,
  ...dashboard,
  ...banks,
  ...bankReturns,
  ...spending,
  ...accountantLetters,
  ...bankTransfers,
  ...documents,
  ...events,
  ...externalSignIn,
  ...firstSteps,
  ...health,
  ...info,
  ...invitations,
  ...invitedSignUp,
  ...max,
  ...members,
  ...notifications,
  ...organizationForms,
  ...organizations,
  ...passkeys,
  ...paymentLinks,
  ...receipts,
  ...paymentMethods,
  ...payments,
  ...profile,
  ...providerCallbacks,
  ...referrals,
  ...requests,
  ...savedViews,
  ...secondFactor,
  ...promisedPayments,
  ...services,
  ...sessions,
  ...usage,
};

/** All endpoints of the cabinet and the admin area by `operationId`. */
export const endpoints: Record<string, Endpoint> = endpointsIn(declared);
