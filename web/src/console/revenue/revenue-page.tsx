import type { Revenue, RevenueMonth } from '@kazna/contract/admin/revenue';
import type { AdminService } from '@kazna/contract/admin/services';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { monthsToChoose } from '../../format/months.ts';
import { Moment } from '../../parts/moment.tsx';
import { ViewsButton } from '../../parts/views-button.tsx';
import { StackDrawing } from '../../ui/cabinet-drawings.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { LinkAnchor, LinkButton } from '../../ui/links.tsx';
import filters from '../../ui/lists/filters.module.css';
import { QueryFailure } from '../../ui/page.tsx';
import { AdminPage } from '../admin-page.tsx';
import { catalogueQuery } from '../services/queries.ts';
import { StaffOnly } from '../staff.tsx';
import { MrrChart, RevenueChart, UpcomingChart } from './charts.tsx';
import { Cohorts } from './cohorts.tsx';
import { ExportMonths } from './export-months.tsx';
import { Figures } from './figures.tsx';
import { Hint, type hints } from './hints.tsx';
import { chargeColumns, customerColumns, MonthsTable, mrrColumns } from './months-table.tsx';
import { revenueQuery } from './queries.ts';
import classes from './revenue.module.css';
import { offeredMonths, type RevenueSearch, rangeOf, type ScopeSearch, scopeOf } from './search.ts';
import { Services } from './services.tsx';

export function RevenuePage({ search }: { search: RevenueSearch }) {
  return (
    <AdminPage title="Выручка" explanation="Сколько приносят услуги, как это меняется и что впереди">
      <StaffOnly permission="admin.money">
        <RevenueFigures search={search} />
      </StaffOnly>
    </AdminPage>
  );
}

export function RevenueFigures({ search }: { search: RevenueSearch }) {
  const { data: revenue, error, refetch } = useQuery(revenueQuery({ ...scopeOf(search), ...rangeOf(search) }));
  const { currency, service, tariff } = search;
  const scope = { currency, service, tariff };
  if (error && !revenue)
    return <QueryFailure what="Выручка не загрузилась" error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Bar search={search} revenue={revenue} />
      {revenue && isEmpty(revenue) ? (
        <NothingYet isFiltered={Boolean(service || tariff)} />
      ) : (
        <Parts revenue={revenue} scope={scope} search={search} />
      )}
    </>
  );
}

function isEmpty({ months, debts, upcoming }: Revenue): boolean {
  const isQuiet = ({ mrrStartMinor, mrrEndMinor, revenueMinor, refundedMinor }: RevenueMonth) =>
    [mrrStartMinor, mrrEndMinor, revenueMinor, refundedMinor].every((minor) => minor === 0);
  return months.every(isQuiet) && debts.count === 0 && upcoming.count === 0;
}

function NothingYet({ isFiltered }: { isFiltered: boolean }) {
  return (
    <Empty
      drawing={<StackDrawing />}
      title={isFiltered ? 'По этой услуге выручки ещё нет' : 'Выручки пока нет'}
      action={<LinkButton to="/admin/services">Открыть услуги</LinkButton>}
    >
      Она появится, когда Казна спишет деньги за услуги. Считаем каждые 10 минут.
    </Empty>
  );
}

interface PartsProps {
  revenue: Revenue | undefined;
  scope: ScopeSearch;
  search: RevenueSearch;
}

function Parts({ revenue, scope, search }: PartsProps) {
  if (!revenue)
    return (
      <>
        <Figures revenue={undefined} scope={scope} />
        <section className={classes.card}>
          <SkeletonText lines={8} />
        </section>
      </>
    );
  const shown = { revenue, scope };
  const table = { months: revenue.months, scope };
  return (
    <>
      <Figures {...shown} />
      <Card title="Движение MRR" hint="moves">
        <MrrChart {...shown} />
        <MonthsTable label="Движение MRR по месяцам" columns={mrrColumns(revenue.currency)} {...table} />
      </Card>
      <Card title="Выручка по месяцам" hint="revenue">
        <RevenueChart {...shown} />
        <MonthsTable label="Выручка по видам списаний" columns={chargeColumns(revenue.currency)} {...table} />
      </Card>
      <Card title="Клиенты" hint="customers">
        <MonthsTable label="Клиенты по месяцам" columns={customerColumns(revenue.currency)} {...table} />
      </Card>
      <CohortsCard {...shown} search={search} />
      {revenue.services.length > 0 && (
        <Card title="По услугам">
          <Services revenue={revenue} search={search} />
        </Card>
      )}
      {revenue.upcoming.days.length > 0 && (
        <Card
          title="Списания ближайших 30 дней"
          hint="upcoming"
          action={
            <LinkAnchor to="/admin/revenue/rows" search={{ ...scope, of: 'upcoming' }}>
              Все списания
            </LinkAnchor>
          }
        >
          <UpcomingChart {...shown} />
        </Card>
      )}
      {revenue.countedAt && (
        <p className={classes.note}>
          Посчитано: <Moment at={revenue.countedAt} />. Дни и месяцы по московскому времени.
        </p>
      )}
    </>
  );
}

interface CardProps {
  title: string;
  hint?: keyof typeof hints;
  action?: ReactNode;
  children: ReactNode;
}

function Card({ title, hint, action, children }: CardProps) {
  return (
    <section className={classes.card} aria-label={title}>
      <header className={classes.head}>
        <h2>
          {title} {hint && <Hint of={hint} about={title} />}
        </h2>
        {action}
      </header>
      {children}
    </section>
  );
}

const cohortViews = [
  ['customers', 'Клиенты'],
  ['money', 'Деньги'],
] as const;

function CohortsCard({ revenue, scope, search }: PartsProps & { revenue: Revenue }) {
  const change = useSearchChange(search);
  const shows = search.cohorts === 'money' ? 'money' : 'customers';
  const choice = (
    <Choices
      label="Что показывать в когортах"
      values={cohortViews}
      chosen={shows}
      onChoose={(cohorts) => change({ cohorts: cohorts === 'money' ? cohorts : undefined })}
    />
  );
  return (
    <Card title="Когорты по месяцу первого списания" hint="cohorts" action={choice}>
      <Cohorts revenue={revenue} shows={shows} scope={scope} />
    </Card>
  );
}

function useSearchChange(search: RevenueSearch) {
  const navigate = useNavigate();
  return (changed: RevenueSearch) =>
    void navigate({ to: '/admin/revenue', search: { ...search, ...changed }, resetScroll: false });
}

function Bar({ search, revenue }: { search: RevenueSearch; revenue: Revenue | undefined }) {
  const { data: catalogue = [] } = useQuery(catalogueQuery());
  const change = useSearchChange(search);
  const { months, to } = rangeOf(search);
  const currencies = revenue?.currencies ?? [];
  return (
    <search className={classes.bar} aria-label="Фильтры выручки">
      <ViewsButton ofStaff list="revenue" search={search} />
      <Field
        label="Период"
        value={String(months)}
        onChange={(value) => change({ months: value === '12' ? undefined : value })}
      >
        {offeredMonths.map((count) => (
          <option key={count} value={count}>
            {count} мес.
          </option>
        ))}
      </Field>
      <Field label="По месяц" value={to} onChange={(value) => change({ to: value })}>
        {Object.entries(monthsToChoose(to)).map(([month, name]) => (
          <option key={month} value={month}>
            {name}
          </option>
        ))}
      </Field>
      <Field
        label="Услуга или тариф"
        value={search.tariff ?? search.service ?? ''}
        onChange={(id) => change(scopeWith(catalogue, id))}
      >
        <option value="">Все услуги</option>
        {catalogue.map(({ id, name, tariffs }) => (
          <optgroup key={id} label={name}>
            <option value={id}>{name}: все тарифы</option>
            {tariffs.map((tariff) => (
              <option key={tariff.id} value={tariff.id}>
                {name}: {tariff.name}
              </option>
            ))}
          </optgroup>
        ))}
      </Field>
      {(currencies.length > 1 || search.currency) && (
        <Field label="Валюта" value={scopeOf(search).currency} onChange={(currency) => change({ currency })}>
          {[...new Set([...currencies, scopeOf(search).currency])].map((code) => (
            <option key={code}>{code}</option>
          ))}
        </Field>
      )}
      {revenue && <ExportMonths revenue={revenue} />}
    </search>
  );
}

/** The id of a service or of a tariff; nothing for all of them. */
function scopeWith(catalogue: readonly AdminService[], id: string): ScopeSearch {
  const isService = catalogue.some((service) => service.id === id);
  return { service: isService ? id : undefined, tariff: isService ? undefined : id || undefined };
}

interface FieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

function Field({ label, value, onChange, children }: FieldProps) {
  return (
    <label className={filters.field}>
      {label}
      <select className={filters.control} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {children}
      </select>
    </label>
  );
}
