import type { Dashboard, Spending as SpendingAnswer } from '@kazna/contract/cabinet/dashboard';
import { formatMoney } from '@kazna/contract/shared/money';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../format/plural.ts';
import { spendingQuery } from '../../queries/dashboard.ts';
import { LinkAnchor } from '../../ui/links.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { ShareList } from './share-list.tsx';
import classes from './shares.module.css';

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
