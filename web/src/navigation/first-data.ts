import { earlyCallsSucceed } from '../api/early-calls.ts';
import { queryClient } from '../api/query-client.ts';
import { balanceQuery, dashboardQuery, lastMonth, lastOperationsQuery } from '../queries/money.ts';
import { paymentsQuery, paymentTotalsQuery, unfinishedPaymentsQuery } from '../queries/payments.ts';
import { activeMembership, profileQuery, referralsQuery } from '../queries/profile.ts';
import { receivedInvitationsQuery } from '../queries/received-invitations.ts';

/** After that the page is drawn without its data. */
const maxWaitMs = 500;

let isFetched = false;

/** Waits a moment for the early calls, so that the first page is drawn once, with its data. Never rejects. */
export async function fetchFirstData(): Promise<void> {
  if (isFetched) return;
  isFetched = true;
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, maxWaitMs));
  await Promise.race([fillQueries(location).catch(() => {}), timeout]);
}

/** Leaves failed calls to the page, which shows the failure. */
async function fillQueries({ pathname, search }: Location): Promise<void> {
  if (!(await earlyCallsSucceed())) return;
  const profile = await queryClient.fetchQuery(profileQuery());
  const organizationId = activeMembership(profile)?.organizationId;
  if (organizationId === undefined) return;
  const page = pathname.replace(/\/?$/, '/').replace(organizationId, '$organization');
  const ofPage = search === '' ? ofPages[page] : undefined;
  await Promise.all([
    queryClient.prefetchQuery(receivedInvitationsQuery()),
    queryClient.prefetchQuery(balanceQuery(organizationId)),
    ...(ofPage?.(organizationId) ?? []),
  ]);
}

/** The queries behind the calls of `early-calls.ts`. */
const ofPages: Record<string, (organizationId: string) => Promise<void>[]> = {
  '/': (organizationId) => [
    queryClient.prefetchQuery(dashboardQuery(organizationId, lastMonth)),
    queryClient.prefetchQuery(lastOperationsQuery(organizationId)),
    queryClient.prefetchQuery(unfinishedPaymentsQuery(organizationId)),
    queryClient.prefetchQuery(referralsQuery()),
  ],
  '/dashboard/$organization/': (organizationId) => [
    queryClient.prefetchQuery(dashboardQuery(organizationId, lastMonth)),
  ],
  '/payments/': () => [
    queryClient.prefetchInfiniteQuery(paymentsQuery({})),
    queryClient.prefetchQuery(paymentTotalsQuery({})),
  ],
};
