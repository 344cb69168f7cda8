import type { Dashboard } from '@kazna/contract/cabinet/dashboard';
import { formatMoney, type Money } from '@kazna/contract/shared/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatDate } from '../../format/date.ts';
import { heldExplanation, heldText } from '../../parts/money-texts.ts';
import { HeroMoney } from '../../parts/product-picture.tsx';
import { useCountUp } from '../../parts/use-count-up.ts';
import { balanceQuery } from '../../queries/money.ts';
import { Sparkline } from '../../ui/charts/sparkline.tsx';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import classes from './start-hero.module.css';

const quickRoubles = [1000, 5000, 10_000];
const nothing: Money = { amountMinor: 0, currency: 'RUB' };
const dayMs = 24 * 60 * 60_000;
/** A forecast further ahead says nothing. */
const maxForecastDays = 365;

interface StartHeroProps {
  /** Undefined while the profile is loading. */
  organizationId: string | undefined;
  canTopUp: boolean;
  /** The last 30 days; undefined while loading. */
  dashboard: Dashboard | undefined;
}

export function StartHero({ organizationId, canTopUp, dashboard }: StartHeroProps) {
  const { data, isError } = useQuery(balanceQuery(organizationId));
  const [first = nothing, ...others] = data?.items ?? [];
  const held = heldText(data?.items);
  return (
    <section className={classes.hero} aria-label="Баланс организации">
      <div>
        <h2 className={classes.caption}>На балансе</h2>
        <p className={classes.money}>
          {data ? (
            <Growing key={organizationId} money={first} />
          ) : isError ? (
            'Не загрузился'
          ) : (
            <SkeletonLine width={200} />
          )}
        </p>
        <p className={classes.note}>
          {[lastingText(data?.daysLeft), ...others.map(formatMoney)].filter(Boolean).join(' · ')}
        </p>
        {held && (
          <p className={classes.note}>
            {held}: {heldExplanation}
          </p>
        )}
        {canTopUp && (
          <ul className={classes.chips} aria-label="Пополнить на">
            {quickRoubles.map((roubles) => (
              <li key={roubles}>
                <Link to="/payments/create" search={{ amount: String(roubles), currency: 'RUB' }}>
                  +&nbsp;{formatMoney({ amountMinor: roubles * 100, currency: 'RUB' }).replace(',00', '')}
                </Link>
              </li>
            ))}
            <li>
              <Link to="/payments/create">Другая сумма</Link>
            </li>
          </ul>
        )}
      </div>
      {dashboard && dashboard.balances.length > 0 && (
        <div className={classes.trend} aria-hidden="true">
          <Sparkline values={dashboard.series.map(({ balanceMinor }) => balanceMinor)} />
          <span>30 дней</span>
        </div>
      )}
    </section>
  );
}

function Growing({ money: { amountMinor, currency } }: { money: Money }) {
  return <HeroMoney money={{ amountMinor: useCountUp(amountMinor), currency }} />;
}

/** «Хватит примерно до 28 ноября», empty while unknown. */
function lastingText(daysLeft: number | null | undefined, now = Date.now()): string {
  if (daysLeft === undefined || daysLeft === null) return '';
  if (daysLeft <= 0) return 'Хватит меньше чем на день';
  if (daysLeft > maxForecastDays) return 'Хватит больше чем на год';
  const date = formatDate(new Date(now + daysLeft * dayMs).toISOString());
  return `Хватит примерно до ${date.replace(` ${new Date(now).getFullYear()}`, '')}`;
}
