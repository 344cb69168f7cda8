import { getOrganization, type Organization } from '@kazna/contract/cabinet/organizations';
import { type OrganizationRole, organizationRoleCan, roleNames } from '@kazna/contract/shared/permissions';
import { useQuery } from '@tanstack/react-query';
import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { call } from '../../api/client.ts';
import { kindNames } from '../../parts/organization-kind.tsx';
import { keys } from '../../queries/keys.ts';
import { profileQuery } from '../../queries/profile.ts';
import { OrganizationOfPage } from '../../shell/organization-of-page.tsx';
import { chooseTab, type Tab, tabsFor } from '../../shell/page-sections.ts';
import { SkeletonLine, SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Page, QueryFailure } from '../../ui/page.tsx';
import classes from './organization-tabs.module.css';
import { OrganizationTabs } from './organization-tabs.tsx';
import { OverviewTab } from './overview-tab.tsx';

// Tabs are lazy: most visits open one of them.
const MembersTab = lazyRouteComponent(() => import('./members-tab.tsx'), 'MembersTab');
const InvitationsTab = lazyRouteComponent(() => import('./invitations-tab.tsx'), 'InvitationsTab');
const RequisitesTab = lazyRouteComponent(() => import('./requisites-tab.tsx'), 'RequisitesTab');
const CardsTab = lazyRouteComponent(() => import('./cards/cards-tab.tsx'), 'CardsTab');
const LogTab = lazyRouteComponent(() => import('./log-tab.tsx'), 'LogTab');

interface OrganizationPageProps {
  id: string;
  search: OrganizationSearch;
}

/** `action` and `period` are the filters of the log. */
interface OrganizationSearch {
  tab?: string | undefined;
  action?: string | undefined;
  period?: string | undefined;
}

export function OrganizationPage({ id, search }: OrganizationPageProps) {
  return (
    <OrganizationOfPage key={id} id={id} to="/organization/$id">
      <ActiveOrganization id={id} search={search} />
    </OrganizationOfPage>
  );
}

function ActiveOrganization({ id, search: { tab: wanted, action, period } }: OrganizationPageProps) {
  const {
    data: organization,
    error,
    refetch,
  } = useQuery({
    queryKey: keys.organizationItself(id),
    queryFn: ({ signal }) => call(getOrganization, { params: { organizationId: id } }, signal),
  });
  useFreshRole(id, organization?.role, refetch);
  if (error && !organization) {
    return (
      <Page title="Организация">
        <QueryFailure what="Организация не загрузилась" error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (!organization) return <LoadingPage />;
  const tab = chooseTab(wanted, organization.role);
  const mayInvite = organizationRoleCan(organization.role, 'members.manage');
  return (
    <Page
      title={organization.name}
      help={tab.id === 'cards' ? 'auto-top-up' : 'organization'}
      explanation={explain(organization)}
      action={
        mayInvite &&
        (tab.id === 'overview' || tab.id === 'members') && (
          <LinkButton to="/organization/$id" params={{ id }} search={{ tab: 'invitations' }} className={classes.invite}>
            Пригласить
          </LinkButton>
        )
      }
    >
      <OrganizationTabs organizationId={id} tabs={tabsFor(organization.role)} chosen={tab}>
        <Suspense fallback={<SkeletonText lines={6} />}>
          <TabContent tab={tab} organization={organization} action={action} period={period} />
        </Suspense>
      </OrganizationTabs>
    </Page>
  );
}

/** Refetches the organization when the profile's role changes. */
function useFreshRole(id: string, role: OrganizationRole | undefined, refetch: () => unknown) {
  const { data: profile } = useQuery(profileQuery());
  const newest = profile?.memberships.find(({ organizationId }) => organizationId === id)?.role;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change, whatever comes back
  useEffect(() => {
    if (newest && role && newest !== role) refetch();
  }, [newest]);
}

interface TabContentProps {
  tab: Tab;
  organization: Organization;
  action: string | undefined;
  period: string | undefined;
}

function TabContent({ tab, organization, action, period }: TabContentProps) {
  switch (tab.id) {
    case 'members':
      return <MembersTab organization={organization} />;
    case 'invitations':
      return <InvitationsTab organization={organization} />;
    case 'requisites':
      return <RequisitesTab organization={organization} />;
    case 'cards':
      return <CardsTab organization={organization} />;
    case 'log':
      return <LogTab organization={organization} action={action} period={period} />;
    default:
      return <OverviewTab organization={organization} />;
  }
}

/** A personal account is named by its kind, so the kind is not repeated. */
function explain({ name, kind, role }: Organization): string {
  const ofRole = roleNames[role].toLowerCase();
  return name === kindNames[kind] ? `Ваша роль: ${ofRole}` : `${kindNames[kind]}, ваша роль: ${ofRole}`;
}

function LoadingPage() {
  return (
    <Page title={<SkeletonLine width={280} />} explanation={<SkeletonLine width={220} />}>
      <SkeletonText lines={6} />
    </Page>
  );
}
