import { formatMoney, type Money } from '@kazna/contract/shared/money';
import { useQuery } from '@tanstack/react-query';
import { balanceQuery } from '../../queries/balance.ts';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import { LinkAnchor, LinkButton } from '../../ui/links.tsx';
import classes from './start-balance.module.css';

const quickRoubles = [500, 1000, 5000, 10_000];
const nothing: Money = { amountMinor: 0, currency: 'RUB' };

interface StartBalanceProps {
  /** Undefined while the profile is loading. */
  organizationId: string | undefined;
  canTopUp: boolean;
}

export function StartBalance({ organizationId, canTopUp }: StartBalanceProps) {
  const { data, isError } = useQuery(balanceQuery(organizationId));
  const [first = nothing, ...others] = data?.items ?? [];
  return (
    <section className={classes.card} aria-label="Баланс и пополнение">
      <div className={classes.balance}>
        <h2 className={classes.caption}>На балансе</h2>
        <p className={classes.amount}>
          {data ? formatMoney(first) : isError ? 'Не загрузился' : <SkeletonLine width={180} />}
        </p>
        <p className={classes.others}>
          {organizationId && (
            <LinkAnchor to="/dashboard/$id" params={{ id: organizationId }}>
              Движение денег
            </LinkAnchor>
          )}
          {others.map((money) => (
            <span key={money.currency}>{formatMoney(money)}</span>
          ))}
        </p>
      </div>
      {canTopUp && (
        <div className={classes.quick}>
          <h2 className={classes.caption}>Пополнить на</h2>
          <ul className={classes.amounts}>
            {quickRoubles.map((roubles) => (
              <li key={roubles}>
                <LinkButton to="/payments/create" search={{ amount: String(roubles), currency: 'RUB' }} fullWidth>
                  {formatMoney({ amountMinor: roubles * 100, currency: 'RUB' }).replace(',00', '')}
                </LinkButton>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
