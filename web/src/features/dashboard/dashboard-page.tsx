import { type Dashboard, type Period, periods, type Step } from '@kazna/contract/cabinet/dashboard';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { MovementChart } from '../../parts/money-movement/movement-chart.tsx';
import { ViewsButton } from '../../parts/views-button.tsx';
import { dashboardQuery } from '../../queries/money.ts';
import { activeMembership, profileQuery } from '../../queries/profile.ts';
import { OrganizationOfPage } from '../../shell/organization-of-page.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Page, QueryFailure } from '../../ui/page.tsx';
import classes from './dashboard-page.module.css';
import { Figures, minorOf } from './figures.tsx';
import { FirstTime } from './first-time.tsx';
import { choiceOf, type DashboardSearch, stepsOf } from './search.ts';
import { Shares } from './shares.tsx';
import { Spending } from './spending.tsx';
import { Upcoming } from './upcoming.tsx';

const periodChoices = (Object.entries(periods) as [Period, string][]).map(
  ([period, label]) => [period, label === 'год' ? 'Год' : label] as const,
);

interface DashboardPageProps {
  id: string;
  search: DashboardSearch;
}

export function DashboardPage({ id, search }: DashboardPageProps) {
  return (
    <OrganizationOfPage key={id} id={id} to="/dashboard/$id">
      <ActiveDashboard id={id} search={search} />
    </OrganizationOfPage>
  );
}

function ActiveDashboard({ id, search }: DashboardPageProps) {
  const navigate = useNavigate();
  const { data: profile } = useQuery(profileQuery());
  const membership = activeMembership(profile);
  const choice = choiceOf(search);
  const { data: dashboard, error, refetch, isPlaceholderData } = useQuery(dashboardQuery(id, choice));
  const isNew = dashboard !== undefined && isUnused(dashboard);
  const go = (changed: DashboardSearch) =>
    void navigate({ to: '/dashboard/$id', params: { id }, search: { ...search, ...changed }, resetScroll: false });

  return (
    <Page title="Расходы" help="spending" explanation={membership?.name}>
      {error && !dashboard ? (
        <QueryFailure what="Расходы не загрузились" error={error} onRetry={() => void refetch()} />
      ) : isNew && membership ? (
        <FirstTime membership={membership} />
      ) : (
        <>
          <div className={classes.controls}>
            <ViewsButton list="spending" search={search} />
            <Choices
              label="Период"
              values={periodChoices}
              chosen={choice.period}
              onChoose={(period) => go({ period, step: undefined })}
            />
            <CurrencyChoice dashboard={dashboard} onChoose={(currency) => go({ currency })} />
          </div>
          <div
            className={classes.content}
            aria-busy={!dashboard || isPlaceholderData}
            data-outdated={isPlaceholderData || undefined}
          >
            <Figures dashboard={dashboard} />
            <Spending
              organizationId={id}
              dashboard={dashboard}
              step={choice.step}
              steps={stepOrder.filter((step) => stepsOf[choice.period].includes(step))}
              onStep={(step) => go({ step })}
            />
            {dashboard && (
              <Upcoming charges={dashboard.upcoming} currency={dashboard.currency} balanceMinor={minorOf(dashboard)} />
            )}
            <Movement dashboard={dashboard} />
            <Shares dashboard={dashboard} />
          </div>
        </>
      )}
    </Page>
  );
}

interface CurrencyChoiceProps {
  dashboard: Dashboard | undefined;
  onChoose: (currency: string) => void;
}

function CurrencyChoice({ dashboard, onChoose }: CurrencyChoiceProps) {
  if (!dashboard || dashboard.balances.length < 2) return null;
  const values = dashboard.balances.map(({ currency }) => [currency, currency] as const);
  return <Choices label="Валюта" values={values} chosen={dashboard.currency} onChoose={onChoose} />;
}

/** A ledger account exists only after its first transfer, so no balance means no history. */
function isUnused({ balances, recent }: Dashboard): boolean {
  return balances.length === 0 && recent.length === 0;
}

const stepOrder: readonly Step[] = ['day', 'week', 'month'];

function Movement({ dashboard }: { dashboard: Dashboard | undefined }) {
  return (
    <section className={classes.card} aria-labelledby="movement">
      <header className={classes.cardHeader}>
        <h2 id="movement" className={classes.cardTitle}>
          Движение денег
        </h2>
      </header>
      <MovementChart dashboard={dashboard} />
    </section>
  );
}
