import type { getBalance } from '@kazna/contract/cabinet/balance';
import type { Answer } from '@kazna/contract/shared/endpoint';
import { type Currency, formatMoney, type Money } from '@kazna/contract/shared/money';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatCount } from '../../../format/numbers.ts';
import { balanceQuery } from '../../../queries/money.ts';
import { activeMembership, profileQuery } from '../../../queries/profile.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { SkeletonLine } from '../../../ui/feedback/skeleton-line.tsx';
import classes from './payment-summary.module.css';
import { limitsOf } from './top-up-form.ts';

interface PaymentSummaryProps {
  /** Null while the typed amount is invalid. */
  amountMinor: number | null;
  currency: Money['currency'];
  /** What a month costs at the present pace; null while unknown or nothing is spent. */
  monthMinor: number | null;
  isInvoice: boolean;
  isSavedCard: boolean;
  /** The failure and the button. */
  children: ReactNode;
}

export function PaymentSummary({
  amountMinor,
  currency,
  monthMinor,
  isInvoice,
  isSavedCard,
  children,
}: PaymentSummaryProps) {
  const { data: profile } = useQuery(profileQuery());
  const email = profile?.email ?? 'вашу почту';
  const organization = activeMembership(profile);
  const { data, isError } = useQuery(balanceQuery(organization?.organizationId));
  const now = data && (data.items.find((item) => item.currency === currency)?.amountMinor ?? 0);
  const { minimum, maximum } = limitsOf(isInvoice ? 'invoice' : undefined, currency);
  const isAllowed = amountMinor !== null && amountMinor >= minimum && amountMinor <= maximum;
  const after = now !== undefined && isAllowed ? now + amountMinor : undefined;
  const words = (minor: number) => formatMoney({ amountMinor: minor, currency });
  return (
    <aside className={classes.summary} aria-label="Что получится">
      <div className={classes.whose}>
        <Avatar id={organization?.organizationId ?? ''} name={organization?.name ?? ''} size={40} />
        <span>
          <span className={classes.caption}>Баланс организации</span>
          <span className={classes.name} title={organization?.name}>
            {organization?.name ?? <SkeletonLine width={180} />}
          </span>
        </span>
      </div>
      <dl className={classes.pairs}>
        <div>
          <dt>Сейчас</dt>
          <dd>{now === undefined ? isError ? 'не загрузился' : <SkeletonLine width={90} /> : words(now)}</dd>
        </div>
        <div>
          <dt>Станет</dt>
          <dd aria-live="polite" data-main>
            {after === undefined ? '—' : words(after)}
          </dd>
        </div>
        <div>
          <dt>Хватит</dt>
          <dd>{monthMinor === null ? '—' : lastingText(daysOf(after ?? now ?? 0, monthMinor))}</dd>
        </div>
      </dl>
      <div className={classes.pay}>{children}</div>
      <p className={classes.note}>
        {isInvoice
          ? `Баланс пополнится, когда перевод дойдёт. Счёт в PDF придёт на ${email}.`
          : isSavedCard
            ? `Деньги спишутся сразу, без перехода на другую страницу. Чек придёт на ${email}.`
            : `Оплата пройдёт на странице платёжной системы. Чек придёт на ${email}.`}
      </p>
    </aside>
  );
}

function lastingText(days: number): string {
  if (days < 1) return 'меньше чем на день';
  if (days > 365) return 'больше чем на год';
  return `примерно на ${formatCount(days, ['день', 'дня', 'дней'])}`;
}

const days = 30;

/** What a month costs at the pace by which the server says how long the balance lasts; null where it does not. */
export function monthlyPace(balance: Answer<typeof getBalance> | undefined, currency: Currency): number | null {
  return balance?.items[0]?.currency === currency ? balance.monthMinor : null;
}

export function daysOf(amountMinor: number, monthMinor: number): number {
  return Math.floor((Math.max(0, amountMinor) * days) / monthMinor);
}
