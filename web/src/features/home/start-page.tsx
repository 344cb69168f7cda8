import { type Period, periods } from '@kazna/contract/cabinet/dashboard';
import type { Profile } from '@kazna/contract/cabinet/profile';
import { formatMoney } from '@kazna/contract/shared/money';
import { organizationRoleCan, roleNames } from '@kazna/contract/shared/permissions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MovementChart } from '../../parts/money-movement/movement-chart.tsx';
import { balanceQuery, dashboardQuery, lastMonth, lastOperationsQuery } from '../../queries/money.ts';
import { unfinishedPaymentsQuery } from '../../queries/payments.ts';
import { activeMembership, profileQuery, referralLinkOf, referralsQuery } from '../../queries/profile.ts';
import { receivedInvitationsQuery } from '../../queries/received-invitations.ts';
import { promisedPaymentQuery, subscriptionsQuery, waitingOf } from '../../queries/services.ts';
import { PeopleDrawing } from '../../ui/cabinet-drawings.tsx';
import { Choices } from '../../ui/choices.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { SkeletonLine, SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Card, Page, QueryFailure } from '../../ui/page.tsx';
import { Attention } from './attention.tsx';
import { FirstSteps, firstStepsQuery } from './first-steps.tsx';
import { LastOperations } from './last-operations.tsx';
import { StartHero } from './start-hero.tsx';
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
      help="home"
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
  const subscriptions = useQuery(subscriptionsQuery(organizationId));
  const waiting = waitingOf(subscriptions.data);
  const promised = useQuery(
    promisedPaymentQuery(organizationId, waiting.length > 0 || (balance.data?.daysLeft ?? 0) < 0),
  );
  const firstSteps = useQuery(firstStepsQuery(organizationId));
  const all = [invitations, unfinished, balance, last, referrals, subscriptions, promised, firstSteps];
  if (all.some(({ isLoading }) => isLoading)) return <Loading />;
  const isNew = last.data?.items.length === 0;
  return (
    <>
      <Attention
        active={activeMembership(profile)}
        invitations={invitations.data?.items ?? []}
        unfinished={unfinished.data?.items ?? []}
        waiting={waiting}
        promised={promised.data}
        balances={balance.data?.items}
        daysLeft={balance.data?.daysLeft}
        canTopUp={canTopUp}
        isNew={firstSteps.data?.some(({ step, isDone }) => step === 'requisites' && !isDone) === true}
      />
      <FirstSteps profile={profile} steps={firstSteps.data ?? []} />
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

/** For a person who belongs to no organization: left, or theirs was closed. */
export function NoOrganization() {
  const create = (
    <LinkButton to="." state={{ isCreatingOrganization: true }} resetScroll={false}>
      Создать организацию
    </LinkButton>
  );
  return (
    <Empty drawing={<PeopleDrawing />} title="Здесь будет организация" action={create}>
      Создайте свою или попросите коллегу пригласить вас: приглашение появится на этой странице и придёт письмом.
    </Empty>
  );
}

/** Hidden when the business pays no referral bonus. */
export function ReferralLine({ profile }: { profile: Profile }) {
  const { data } = useQuery(referralsQuery());
  if (!data || data.percent === 0) return null;
  const cap = formatMoney({ amountMinor: data.capMinor, currency: 'RUB' }).replace(',00', '');
  return (
    <section className={classes.line} aria-label="Реферальная ссылка">
      <p>
        Реферальная ссылка: {data.percent}&nbsp;% от первого платежа, до&nbsp;{cap}
      </p>
      <CopyButton text={referralLinkOf(profile)} copied="Ссылка скопирована">
        Скопировать ссылку
      </CopyButton>
    </section>
  );
}

const choices = (Object.entries(periods) as [Period, string][]).map(
  ([period, label]) => [period, label === 'год' ? 'Год' : label] as const,
);

export function StartMovement({ organizationId }: { organizationId: string }) {
  const [period, setPeriod] = useState<Period>('30d');
  const choice = { period, step: undefined, currency: undefined };
  const { data, error, refetch, isPlaceholderData } = useQuery(dashboardQuery(organizationId, choice));
  return (
    <section className={classes.movement} aria-labelledby="movement" aria-busy={!data || isPlaceholderData}>
      <header className={classes.movementHead}>
        <h2 id="movement">Движение денег</h2>
        <Choices label="Период" values={choices} chosen={period} onChoose={setPeriod} />
      </header>
      {error && !data ? (
        <QueryFailure what="Движение денег не загрузилось" error={error} onRetry={() => void refetch()} />
      ) : (
        <MovementChart dashboard={data} />
      )}
    </section>
  );
}
