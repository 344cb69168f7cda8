import type { Dashboard, IncomingMethod } from '@kazna/contract/cabinet/dashboard';
import { paymentMethodLabels, paymentStateLabels } from '@kazna/contract/cabinet/payment-labels';
import type { PaymentStatus } from '@kazna/contract/cabinet/payments';
import { formatMoney } from '@kazna/contract/shared/money';
import { formatCount } from '../../format/numbers.ts';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import classes from './shares.module.css';

const tones: Record<PaymentStatus, Share['tone'] & string> = {
  succeeded: 'success',
  pending: 'pending',
  review: 'pending',
  canceled: 'failure',
  expired: 'failure',
};

/** Totals are stored by status, so bank declines and cancellations share a line. */
const statusTitles: Record<PaymentStatus, string> = { ...paymentStateLabels, canceled: 'Не прошёл или отменён' };

const methodTitles: Record<IncomingMethod, string> = { ...paymentMethodLabels, bank_transfer: 'Банковский перевод' };

export function Shares({ dashboard }: { dashboard: Dashboard | undefined }) {
  const { currency = 'RUB' } = dashboard ?? {};
  const lists = [
    [
      'Способы оплаты',
      'За этот период ничего не оплачено.',
      dashboard?.byMethod.map(({ method, ...share }) => ({
        key: method,
        title: methodTitles[method],
        ...share,
      })),
    ],
    [
      'Состояния платежей',
      'За этот период платежей не было.',
      dashboard?.byStatus.map(({ status, ...share }) => ({
        ...{ key: status, title: statusTitles[status], tone: tones[status] },
        ...share,
      })),
    ],
    ['Кто пополняет', 'За этот период никто не пополнял баланс.', dashboard && payersOf(dashboard)],
  ] as const;
  return (
    <div className={classes.lists}>
      {lists.map(([title, empty, shares]) => (
        <section key={title} className={classes.card}>
          <header className={classes.heading}>
            <h2>{title}</h2>
            {title === 'Состояния платежей' && <LinkAnchor to="/payments">Все платежи</LinkAnchor>}
          </header>
          <ShareList shares={shares} empty={empty} currency={currency} counted={['платёж', 'платежа', 'платежей']} />
        </section>
      ))}
    </div>
  );
}

interface ShareListProps {
  /** Undefined while loading. */
  shares: readonly Share[] | undefined;
  empty: string;
  currency: Dashboard['currency'];
  /** The counted noun, of one, two and five. */
  counted: [string, string, string];
}

const skeletonRows = ['1', '2', '3'];

function ShareList({ shares, empty, currency, counted }: ShareListProps) {
  if (shares?.length === 0) return <p className={classes.empty}>{empty}</p>;
  const whole = shares?.reduce((sum, { amountMinor }) => sum + amountMinor, 0) || 1;
  return (
    <ul className={classes.shares}>
      {shares?.map(({ key, title, count, amountMinor, tone }) => (
        <li key={key}>
          <span className={classes.title}>{title}</span>
          <span className={classes.amount}>{formatMoney({ amountMinor, currency })}</span>
          <span className={classes.track} aria-hidden="true">
            <span data-tone={tone} style={{ width: `${Math.max(0, amountMinor / whole) * 100}%` }} />
          </span>
          <span className={classes.about}>
            {percentText(amountMinor / whole)}, {formatCount(count, counted)}
          </span>
        </li>
      )) ??
        skeletonRows.map((key) => (
          <li key={key}>
            <span className={classes.title}>
              <SkeletonLine width="60%" />
            </span>
            <span className={classes.track} />
            <span className={classes.about}>
              <SkeletonLine width="40%" />
            </span>
          </li>
        ))}
    </ul>
  );
}

function percentText(share: number): string {
  const percent = Math.round(share * 100);
  return percent === 0 && share > 0 ? 'меньше 1\u00a0%' : `${percent}\u00a0%`;
}

export interface Share {
  key: string;
  title: string;
  count: number;
  amountMinor: number;
  tone?: 'success' | 'pending' | 'failure';
}

/** Top payers plus «Остальные», so that shares add up to the total. */
export function payersOf({ topPayers, byMethod }: Pick<Dashboard, 'topPayers' | 'byMethod'>): Share[] {
  const shares = topPayers.map(
    ({ userId, name, ...share }, index): Share => ({ key: userId ?? `sender ${index}`, title: name, ...share }),
  );
  const sum = (list: readonly { count: number; amountMinor: number }[], field: 'count' | 'amountMinor') =>
    list.reduce((all, share) => all + share[field], 0);
  // Totals by method include every payer.
  const count = sum(byMethod, 'count') - sum(topPayers, 'count');
  if (count <= 0) return shares;
  const amountMinor = sum(byMethod, 'amountMinor') - sum(topPayers, 'amountMinor');
  return [...shares, { key: 'others', title: 'Остальные', count, amountMinor }];
}
