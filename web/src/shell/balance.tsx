import { formatMoney, type Money } from '@kazna/contract/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { balanceQuery } from '../queries/balance.ts';
import { SkeletonLine } from '../ui/skeleton-line.tsx';
import { activeMembership } from './active-membership.ts';
import classes from './balance.module.css';
import { Hint } from './hint.tsx';
import type { SidePanelProps } from './side-panel.tsx';

const nothing: Money = { amountMinor: 0, currency: 'RUB' };

/** What the active organization has, by currency. Two lines whatever comes, so that nothing below moves. */
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

function WalletIcon() {
  return (
    <svg
      aria-hidden="true"
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
    >
      <path
        d="M4 7.5a2 2 0 0 1 2-2h11v3M4 7.5v10a2 2 0 0 0 2 2h14v-11H6a2 2 0 0 1-2-1ZM16 14h.01"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

function Amount(money: Money) {
  return <span key={money.currency}>{formatMoney(money)}</span>;
}
