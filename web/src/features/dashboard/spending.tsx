import type { Dashboard } from '@kazna/contract/cabinet/dashboard';
import { getSpending, type Spending as SpendingAnswer } from '@kazna/contract/cabinet/spending';
import { formatMoney } from '@kazna/contract/shared/money';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { formatCount } from '../../format/numbers.ts';
import { keys } from '../../queries/keys.ts';
import { LinkAnchor } from '../../ui/links.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import classes from './shares.module.css';
import { ShareList } from './shares.tsx';

type Choice = Pick<Dashboard, 'period' | 'currency'>;

/** Disabled until the dashboard has said which currency it shows. */
function spendingQuery(organizationId: string, choice: Choice | undefined) {
  return queryOptions({
    queryKey: keys.spending(organizationId, choice),
    queryFn: ({ signal }) => call(getSpending, { params: { organizationId }, query: choice as Choice }, signal),
    enabled: choice !== undefined,
    placeholderData: (previous, query) => (query?.queryKey[1] === organizationId ? previous : undefined),
  });
}

interface SpendingProps {
  organizationId: string;
  /** Undefined while loading. */
  dashboard: Dashboard | undefined;
}

/** What the period was spent on, by service. */
export function Spending({ organizationId, dashboard }: SpendingProps) {
  const { currency = 'RUB', period } = dashboard ?? {};
  const { data, error, refetch } = useQuery(spendingQuery(organizationId, period && { period, currency }));
  return (
    <section className={classes.spending} aria-labelledby="spending">
      <div className={classes.heading}>
        <h2 id="spending">На что ушли деньги</h2>
        {data && data.total.amountMinor !== 0 && (
          <LinkAnchor to="/operations" search={{ kind: 'charge' }}>
            Все списания
          </LinkAnchor>
        )}
      </div>
      {error && !data ? (
        <QueryFailure what="Расходы не загрузились" error={error} onRetry={() => void refetch()} />
      ) : (
        <ShareList
          shares={data && sharesOf(data)}
          empty="За этот период ничего не списано."
          currency={currency}
          counted={['списание', 'списания', 'списаний']}
        />
      )}
      {data && data.total.amountMinor !== 0 && (
        <p className={classes.sum}>
          Всего за услуги {formatMoney({ amountMinor: data.total.amountMinor, currency })}, за вычетом возвратов.
          Корректировки сюда не входят.
        </p>
      )}
    </section>
  );
}

function sharesOf({ services, others }: SpendingAnswer) {
  const named = services.map(({ service, ...share }) => ({
    key: service ?? '',
    title: service ?? 'Услуга не указана',
    ...share,
  }));
  if (!others) return named;
  const title = `Ещё ${formatCount(others.services, ['услуга', 'услуги', 'услуг'])}`;
  return [...named, { key: ' others', title, count: others.count, amountMinor: others.amountMinor }];
}
