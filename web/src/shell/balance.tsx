import { formatMoney, type Money } from '@kazna/contract/shared/money';
import { organizationRoleCan } from '@kazna/contract/shared/permissions';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DaysLeft } from '../parts/days-left.tsx';
import { useCountUp } from '../parts/use-count-up.ts';
import { balanceQuery, dashboardQuery, lastMonth } from '../queries/money.ts';
import { activeMembership } from '../queries/profile.ts';
import { SkeletonLine } from '../ui/feedback/skeleton-line.tsx';
import { PlusIcon } from '../ui/icons.tsx';
import { LinkAnchor, LinkButton } from '../ui/links.tsx';
import classes from './balance.module.css';
import { Hint } from './hint.tsx';
import type { SidePanelProps } from './side-panel-props.ts';

const nothing: Money = { amountMinor: 0, currency: 'RUB' };

/** Balance by currency and the way to top it up. As high while loading and on every page, so that nothing below shifts. */
export function Balance({ profile, isLoading, isCollapsed }: SidePanelProps) {
  const active = activeMembership(profile);
  const { data, isError } = useQuery(balanceQuery(active?.organizationId));
  const isHome = useRouterState({ select: (state) => state.location.pathname === '/' });
  if (!isLoading && !active) return null;
  const canTopUp = !active || organizationRoleCan(active.role, 'payments.create');
  const items = data && data.items.length > 0 ? data.items : data && [nothing];
  const text = items ? items.map(formatMoney).join(', ') : isError ? 'не загрузился' : '';
  if (isCollapsed) {
    if (!canTopUp) return null;
    return (
      <Hint label={`Баланс: ${text || 'загружается'}`} isShown>
        <LinkButton to="/payments/create" className={classes.collapsed} aria-label={`Пополнить баланс: ${text}`}>
          <PlusIcon />
        </LinkButton>
      </Hint>
    );
  }
  const topUp = canTopUp && (
    <LinkButton to="/payments/create" size="sm" fullWidth>
      Пополнить
    </LinkButton>
  );
  if (isHome) return <Spent organizationId={active?.organizationId}>{topUp}</Spent>;
  return (
    <section className={classes.balance} aria-label="Баланс организации">
      <span className={classes.caption}>На балансе</span>
      <span className={classes.amounts} title={text}>
        {items ? (
          items.map((money) => <Amount key={`${active?.organizationId} ${money.currency}`} money={money} />)
        ) : isError ? (
          'Не загрузился'
        ) : (
          <SkeletonLine width={120} />
        )}
      </span>
      <span className={classes.lasts}>
        <DaysLeft days={data?.daysLeft} />
      </span>
      {topUp}
    </section>
  );
}

/** The start page shows the balance itself. */
function Spent({ organizationId, children }: { organizationId: string | undefined; children: ReactNode }) {
  const { data, isError } = useQuery(dashboardQuery(organizationId, lastMonth));
  const spent = data && formatMoney({ amountMinor: data.spentMinor, currency: data.currency });
  return (
    <section className={classes.balance} aria-label="Расходы организации">
      <span className={classes.caption}>Потратили за 30 дней</span>
      <span className={classes.amounts} title={spent}>
        {spent ? <span>{spent}</span> : isError ? 'Не загрузилось' : <SkeletonLine width={120} />}
      </span>
      <span className={classes.lasts}>
        {organizationId && (
          <LinkAnchor to="/dashboard/$id" params={{ id: organizationId }}>
            На что ушли деньги
          </LinkAnchor>
        )}
      </span>
      {children}
    </section>
  );
}

function Amount({ money: { amountMinor, currency } }: { money: Money }) {
  return <span>{formatMoney({ amountMinor: useCountUp(amountMinor), currency })}</span>;
}
