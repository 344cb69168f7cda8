import type { Overview } from '@kazna/contract/admin/overview';
import { formatMoney, type Money } from '@kazna/contract/shared/money';
import type { ReactNode } from 'react';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { balancesInOrder } from '../organizations/organization-labels.tsx';
import classes from './figures.module.css';
import page from './overview.module.css';

const percent = new Intl.NumberFormat('ru', { style: 'percent', maximumFractionDigits: 1 });

/** Undefined while loading; skeletons keep the layout. */
export function Figures({ overview }: { overview: Overview | undefined }) {
  return (
    <dl className={classes.figures}>
      <Figure
        title={<LinkAnchor to="/admin/users">Пользователи</LinkAnchor>}
        value={overview?.users.total.toLocaleString('ru')}
        note={overview && growth(overview.users.lastWeek)}
      />
      <Figure
        title={<LinkAnchor to="/admin/organizations">Организации</LinkAnchor>}
        value={overview?.organizations.total.toLocaleString('ru')}
        note={overview && growth(overview.organizations.lastWeek)}
      />
      <Figure
        title="На балансах организаций"
        value={overview && formatMoney(balancesInOrder(overview.balances)[0] as Money)}
        note={overview && otherBalances(overview.balances)}
      />
      <Figure
        title="Доля оплаченных за 30 дней"
        value={overview && share(overview.conversion)}
        note={overview && conversionNote(overview.conversion)}
      />
    </dl>
  );
}

function otherBalances(balances: Overview['balances']): string {
  const [, ...others] = balancesInOrder(balances);
  return others.length > 0 ? `и ${others.map(formatMoney).join(', ')}` : 'вместе с бонусами';
}

function growth(lastWeek: number): string {
  return lastWeek > 0 ? `+${lastWeek.toLocaleString('ru')} за неделю` : 'за неделю без новых';
}

function share({ created, succeeded }: Overview['conversion']): string {
  return created > 0 ? percent.format(succeeded / created) : '—';
}

function conversionNote({ created, succeeded }: Overview['conversion']): string {
  if (created === 0) return 'платежей не создавали';
  return `${succeeded.toLocaleString('ru')} из ${created.toLocaleString('ru')} созданных`;
}

interface FigureProps {
  title: ReactNode;
  value: string | undefined;
  note: string | undefined;
}

function Figure({ title, value, note }: FigureProps) {
  return (
    <div className={classes.figure}>
      <dt>{title}</dt>
      <dd className={classes.value}>{value ?? <SkeletonLine width={96} />}</dd>
      <dd className={page.note}>{note ?? <SkeletonLine width={120} />}</dd>
    </div>
  );
}
