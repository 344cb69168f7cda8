import type { Profile } from '@kazna/contract/cabinet/profile';
import { organizationRoleCan, roleNames } from '@kazna/contract/shared/permissions';
import { useQuery } from '@tanstack/react-query';
import { activeMembership } from '../../queries/active-membership.ts';
import { balanceQuery } from '../../queries/balance.ts';
import { dashboardQuery, lastMonth } from '../../queries/dashboard.ts';
import { lastOperationsQuery } from '../../queries/last-operations.ts';
import { profileQuery } from '../../queries/profile.ts';
import { receivedInvitationsQuery } from '../../queries/received-invitations.ts';
import { unfinishedPaymentsQuery } from '../../queries/recent-payments.ts';
import { referralsQuery } from '../../queries/referrals.ts';
import { SkeletonLine, SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { Card, Page, QueryFailure } from '../../ui/page.tsx';
import { Attention } from './attention.tsx';
import { FirstSteps } from './first-steps.tsx';
import { LastOperations } from './last-operations.tsx';
import { NoOrganization } from './no-organization.tsx';
import { ReferralLine } from './referral-line.tsx';
import { StartHero } from './start-hero.tsx';
import { StartMovement } from './start-movement.tsx';
import classes from './start-page.module.css';

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
  const { data: dashboard } = useQuery(dashboardQuery(active?.organizationId, lastMonth));
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
      <div className={classes.parts}>
        {(!profile || active) && (
          <StartHero organizationId={active?.organizationId} canTopUp={!profile || canTopUp} dashboard={dashboard} />
        )}
        {profile ? <Account profile={profile} canTopUp={canTopUp} /> : <Loading />}
      </div>
    </Page>
  );
}

/** Rendered once all queries are done: late parts would shift the rest. */
function Account({ profile, canTopUp }: { profile: Profile; canTopUp: boolean }) {
  const organizationId = activeMembership(profile)?.organizationId;
  const invitations = useQuery(receivedInvitationsQuery());
  const unfinished = useQuery(unfinishedPaymentsQuery(organizationId));
  const balance = useQuery(balanceQuery(organizationId));
  const last = useQuery(lastOperationsQuery(organizationId));
  const referrals = useQuery(referralsQuery());
  if ([invitations, unfinished, balance, last, referrals].some(({ isLoading }) => isLoading)) return <Loading />;
  const isNew = last.data?.items.length === 0;
  return (
    <>
      <Attention
        active={activeMembership(profile)}
        invitations={invitations.data?.items ?? []}
        unfinished={unfinished.data?.items ?? []}
        daysLeft={balance.data?.daysLeft}
        canTopUp={canTopUp}
      />
      {!organizationId && <NoOrganization />}
      {last.error && (
        <QueryFailure what="Операции не загрузились" error={last.error} onRetry={() => void last.refetch()} />
      )}
      {organizationId && last.data && !isNew && (
        <div className={classes.columns}>
          <StartMovement key={organizationId} organizationId={organizationId} />
          <LastOperations operations={last.data.items} />
        </div>
      )}
      <FirstSteps profile={profile} hasPayments={!isNew} />
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
