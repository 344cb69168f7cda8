import { getBalance, listEntries } from '@kazna/contract/cabinet/balance';
import { getDashboard } from '@kazna/contract/cabinet/dashboard';
import { getFirstSteps } from '@kazna/contract/cabinet/first-steps';
import { listReceivedInvitations } from '@kazna/contract/cabinet/invitations';
import { getPaymentTotals, listPayments } from '@kazna/contract/cabinet/payments';
import { getProfile } from '@kazna/contract/cabinet/profile';
import { getReferrals } from '@kazna/contract/cabinet/referrals';
import { listSubscriptions } from '@kazna/contract/cabinet/services';
import { addressOf } from '../api/request.ts';

/** Stands for the organization of the session, which the browser reads from the access token. */
const organizationId = '$organization';

const ofFrame = [
  addressOf(getProfile, {}),
  addressOf(listReceivedInvitations, {}),
  addressOf(getBalance, { params: { organizationId } }),
];

const dashboard = addressOf(getDashboard, { params: { organizationId }, query: { period: '30d' } });

const ofPages: Record<string, string[]> = {
  '/': [
    dashboard,
    addressOf(listEntries, { params: { organizationId }, query: { limit: 5 } }),
    addressOf(listPayments, { query: { status: 'pending', limit: 5 } }),
    addressOf(getReferrals, {}),
    addressOf(listSubscriptions, {}),
    addressOf(getFirstSteps, {}),
  ],
  '/dashboard/$id': [dashboard],
  '/payments/': [addressOf(listPayments, { query: { limit: 25 } }), addressOf(getPaymentTotals, {})],
};

/**
 * Calls that a page of the signed in makes first. The browser starts them before the page's code has come: `always`, and
 * `plain` unless the address has a search or another organization's id. A call that the page does not make by this very address is made in vain.
 */
export function earlyCallsOf(route: string): { always: string[]; plain: string[] } {
  if (/^\/(auth|pay\/)/.test(route)) return { always: [], plain: [] };
  return { always: ofFrame, plain: ofPages[route] ?? [] };
}
