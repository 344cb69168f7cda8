import type { Profile } from '@kazna/contract/cabinet/profile';
import { organizationRoleCan, roleNames } from '@kazna/contract/shared/permissions';
import { useQuery } from '@tanstack/react-query';
import { activeMembership } from '../../queries/active-membership.ts';
import { profileQuery } from '../../queries/profile.ts';
import { receivedInvitationsQuery } from '../../queries/received-invitations.ts';
import { recentPaymentsQuery, unfinishedPaymentsQuery } from '../../queries/recent-payments.ts';
import { referralsQuery } from '../../queries/referrals.ts';
import { SkeletonLine, SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { Card, Page, QueryFailure } from '../../ui/page.tsx';
import { AccountNews } from './account-news.tsx';
import { FirstSteps } from './first-steps.tsx';
import { ReceivedInvitations } from './received-invitations.tsx';
import { ReferralLine } from './referral-line.tsx';
import { StartBalance } from './start-balance.tsx';
import classes from './start-page.module.css';
import { UnfinishedPayments } from './unfinished-payments.tsx';

/** Always one line, so that loading shifts nothing. */
function OrganizationLine({ profile }: { profile: Profile }) {
  const active = activeMembership(profile);
  if (!active) return 'Вы пока не состоите в организации.';
  return (
    <span className={classes.organization}>
      <span>{active.name}</span>
      <span>, вы {roleNames[active.role].toLowerCase()}</span>
    </span>
  );
}

export function StartPage() {
  const { data: profile, error, refetch } = useQuery(profileQuery());
  const active = activeMembership(profile);
  const canTopUp = active !== undefined && organizationRoleCan(active.role, 'payments.create');
  if (error && !profile) {
    return (
      <Page title="Здравствуйте">
        <QueryFailure what="Данные кабинета не загрузились" error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  return (
    <Page
      title={
        <>
          {'Здравствуйте, '}
          <span className={classes.name}>{profile?.name ?? <SkeletonLine width={200} />}</span>
        </>
      }
      explanation={profile ? <OrganizationLine profile={profile} /> : <SkeletonLine width={260} />}
    >
      {(!profile || active) && <StartBalance organizationId={active?.organizationId} canTopUp={!profile || canTopUp} />}
      {profile ? <Account profile={profile} /> : <Loading />}
    </Page>
  );
}

/** Rendered once all queries are done: late parts would shift the rest. */
function Account({ profile }: { profile: Profile }) {
  const organizationId = activeMembership(profile)?.organizationId;
  const invitations = useQuery(receivedInvitationsQuery());
  const unfinished = useQuery(unfinishedPaymentsQuery(organizationId));
  const recent = useQuery(recentPaymentsQuery(organizationId));
  const referrals = useQuery(referralsQuery());
  if ([invitations, unfinished, recent, referrals].some(({ isLoading }) => isLoading)) return <Loading />;
  return (
    <>
      <ReceivedInvitations />
      <UnfinishedPayments payments={unfinished.data?.items ?? []} />
      {organizationId && recent.data && (
        <AccountNews
          key={organizationId}
          profile={profile}
          organizationId={organizationId}
          payments={recent.data.items}
        />
      )}
      {recent.error && (
        <QueryFailure what="Платежи не загрузились" error={recent.error} onRetry={() => void recent.refetch()} />
      )}
      <FirstSteps profile={profile} hasPayments={recent.data?.items.length !== 0} />
      <ReferralLine profile={profile} />
    </>
  );
}

function Loading() {
  return (
    <Card>
      <SkeletonText lines={4} />
    </Card>
  );
}
