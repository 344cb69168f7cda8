import { formatMoney, type Money } from '@kazna/contract/shared/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { activeMembership } from '../queries/active-membership.ts';
import { balanceQuery } from '../queries/balance.ts';
import { SkeletonLine } from '../ui/feedback/skeleton-line.tsx';
import { WalletIcon } from '../ui/icons.tsx';
import classes from './balance.module.css';
import { Hint } from './hint.tsx';
import type { SidePanelProps } from './side-panel-props.ts';

const nothing: Money = { amountMinor: 0, currency: 'RUB' };

/** Balance by currency. Always two lines, so that nothing below shifts. */
export function Balance({ profile, isLoading, isCollapsed }: SidePanelProps) {
  const id = activeMembership(profile)?.organizationId;
  const { data, isError } = useQuery(balanceQuery(id));
  if (!isLoading && !id) return null;
  const items = data && data.items.length > 0 ? data.items : data && [nothing];
  const words = items ? items.map(formatMoney).join(', ') : isError ? 'не загрузился' : '';
  if (isCollapsed) {
    return (
      <Hint label={`Баланс: ${words || 'загружается'}`} isShown>
        <Link to="/payments/create" className={classes.collapsed} aria-label={`Пополнить баланс: ${words}`}>
          <WalletIcon />
        </Link>
      </Hint>
    );
  }
  return (
    <section className={classes.balance} aria-label="Баланс организации">
      <span className={classes.caption}>
        Баланс
        <Link to="/payments/create" className={classes.link}>
          Пополнить
        </Link>
      </span>
      <span className={classes.amounts} title={words}>
        {items ? items.map(Amount) : isError ? 'Не загрузился' : <SkeletonLine width={120} />}
      </span>
    </section>
  );
}

function Amount(money: Money) {
  return <span key={money.currency}>{formatMoney(money)}</span>;
}
