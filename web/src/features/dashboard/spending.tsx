import type { Dashboard, Step } from '@kazna/contract/cabinet/dashboard';
import { getSpending, type Spending as SpendingAnswer } from '@kazna/contract/cabinet/spending';
import { type Currency, formatMoney } from '@kazna/contract/shared/money';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import { currentTime } from '../../format/current-time.ts';
import { inMonthName } from '../../format/months.ts';
import { formatCount } from '../../format/numbers.ts';
import { todayInMoscow } from '../../format/period.ts';
import { compactMoney, stepLabels, stepTitles } from '../../parts/money-movement/movement-chart.tsx';
import { operationsSearch } from '../../parts/money-movement/operations-search.ts';
import { daysIn, namePoints } from '../../parts/money-movement/points.ts';
import { keys } from '../../queries/keys.ts';
import { useTimezone } from '../../queries/profile.ts';
import { Choices } from '../../ui/choices.tsx';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { Budgets } from './budgets.tsx';
import page from './dashboard-page.module.css';
import { comparisonText } from './figures.tsx';
import classes from './spending.module.css';
import chart from './spending-chart.module.css';
import { SpendingChart } from './spending-chart.tsx';

interface SpendingProps {
  organizationId: string;
  /** Undefined while loading. */
  dashboard: Dashboard | undefined;
  /** Undefined for the server's. */
  step: Step | undefined;
  steps: readonly Step[];
  onStep: (step: Step) => void;
}

interface Choice {
  period: Dashboard['period'];
  currency: Currency;
  step: Step | undefined;
}

/** Disabled until the dashboard has said which currency it shows. */
export function spendingQuery(organizationId: string, choice: Choice | undefined) {
  return queryOptions({
    queryKey: keys.spending(organizationId, choice),
    queryFn: ({ signal }) => call(getSpending, { params: { organizationId }, query: choice as Choice }, signal),
    enabled: choice !== undefined,
    // The answer has amounts without a currency: those of another one would stand under the new sign.
    placeholderData: (previous, query) => {
      const [, shownOrganizationId, , shown] = query?.queryKey ?? [];
      const isSame =
        shownOrganizationId === organizationId && (shown as Choice | undefined)?.currency === choice?.currency;
      return isSame ? previous : undefined;
    },
  });
}

/** What the period was spent on: bars by service, the largest services, the month and its budgets. */
export function Spending({ organizationId, dashboard, step, steps, onStep }: SpendingProps) {
  const choice = dashboard && { period: dashboard.period, currency: dashboard.currency, step };
  const { data, error, refetch } = useQuery(spendingQuery(organizationId, choice));
  return (
    <>
      <section className={page.card} aria-labelledby="spending">
        <header className={page.cardHeader}>
          <h2 id="spending" className={page.cardTitle}>
            На что ушли деньги
          </h2>
          {steps.length > 1 && (
            <Choices
              label="Шаг"
              values={steps.map((one) => [one, stepLabels[one]] as const)}
              chosen={data?.step ?? steps[0]}
              onChoose={onStep}
            />
          )}
        </header>
        {error && !data ? (
          <QueryFailure what="Расходы не загрузились" error={error} onRetry={() => void refetch()} />
        ) : (
          <>
            <SpendingFigures data={data} dashboard={dashboard} />
            {data?.total.amountMinor !== 0 && (
              <div className={classes.chart}>{data && dashboard && <Bars data={data} dashboard={dashboard} />}</div>
            )}
            {data && dashboard && <Services data={data} dashboard={dashboard} />}
          </>
        )}
      </section>
      {data && dashboard && <Budgets organizationId={organizationId} data={data} currency={dashboard.currency} />}
    </>
  );
}

interface FiguresProps {
  data: SpendingAnswer | undefined;
  dashboard: Dashboard | undefined;
}

function SpendingFigures({ data, dashboard }: FiguresProps) {
  const currency = dashboard?.currency ?? 'RUB';
  const money = (amountMinor: number) => formatMoney({ amountMinor, currency });
  const month = inMonthName(new Date(todayInMoscow(currentTime())));
  const figures = [
    [
      'Всего за услуги',
      data && money(data.total.amountMinor),
      data &&
        dashboard &&
        `${comparisonText(data.total.amountMinor, data.total.previousMinor, dashboard.period, currency)}. Возвраты списаний вычтены`,
    ],
    [`В ${month}`, data && money(data.month.spentMinor), 'С начала месяца по сегодня'],
    [
      'К концу месяца',
      data && `≈ ${money(data.month.forecastMinor)}`,
      'Подписки по их дням, расход и остальное как сейчас',
    ],
  ] as const;
  return (
    <dl className={classes.figures}>
      {figures.map(([title, value, note]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd className={classes.value}>{value ?? <SkeletonLine width={120} />}</dd>
          <dd className={classes.note}>{note ?? <SkeletonLine width="80%" />}</dd>
        </div>
      ))}
    </dl>
  );
}

const unnamed = 'Услуга не указана';

function titlesOf({ services, others }: SpendingAnswer): string[] {
  const named = services.map(({ service }) => service ?? unnamed);
  return others ? [...named, `Ещё ${formatCount(others.services, ['услуга', 'услуги', 'услуг'])}`] : named;
}

interface LoadedProps {
  data: SpendingAnswer;
  dashboard: Dashboard;
}

function Bars({ data, dashboard }: LoadedProps) {
  const navigate = useNavigate();
  const timezone = useTimezone();
  const { period, currency } = dashboard;
  const points = namePoints({ series: data.series, period, step: data.step });
  const open = (point: number, place?: number) => {
    const { from, to } = points[point] ?? daysIn(dashboard);
    const service = place === undefined ? null : data.services[place]?.service;
    const chosen = { from, to, ...(service ? { service } : { kind: 'charge' as const }) };
    void navigate({ to: '/operations', search: operationsSearch(dashboard, chosen, timezone) });
  };
  return (
    <SpendingChart
      label={`Расходы по услугам ${stepLabels[data.step].toLowerCase()}`}
      pointTitle={stepTitles[data.step]}
      points={points}
      titles={titlesOf(data)}
      amounts={data.series.map(({ amounts }) => amounts)}
      format={(amountMinor) => formatMoney({ amountMinor, currency })}
      formatTick={(amountMinor) => compactMoney({ amountMinor, currency })}
      onOpen={open}
    />
  );
}

function Services({ data, dashboard }: LoadedProps) {
  const timezone = useTimezone();
  const { currency, period } = dashboard;
  const shares = [...data.services, ...(data.others ? [{ service: null, ...data.others }] : [])];
  const whole = data.total.amountMinor || 1;
  if (shares.length === 0) return <p className={classes.empty}>За этот период ничего не списано.</p>;
  return (
    <ul className={classes.services}>
      {titlesOf(data).map((title, place) => {
        const { service = null, amountMinor = 0, previousMinor = 0, count = 0 } = shares[place] ?? {};
        const chosen = { ...daysIn(dashboard), ...(service ? { service } : { kind: 'charge' as const }) };
        return (
          <li key={title}>
            <i className={chart.mark} data-service={place} />
            <Link to="/operations" search={operationsSearch(dashboard, chosen, timezone)} className={classes.link}>
              {title}
            </Link>
            <span className={classes.amount}>{formatMoney({ amountMinor, currency })}</span>
            <span className={classes.about}>
              {Math.round((amountMinor / whole) * 100)}&nbsp;%,{' '}
              {formatCount(count, ['списание', 'списания', 'списаний'])}
              {'. '}
              {comparisonText(amountMinor, previousMinor, period, currency)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
