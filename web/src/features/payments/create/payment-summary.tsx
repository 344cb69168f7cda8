import type { getBalance } from '@kazna/contract/cabinet/balance';
import type { Answer } from '@kazna/contract/shared/endpoint';
import { type Currency, formatMoney, type Money } from '@kazna/contract/shared/money';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { durationText } from '../../../parts/days-left.tsx';
import { Summary } from '../../../parts/paying/summary.tsx';
import { balanceQuery } from '../../../queries/money.ts';
import { activeMembership, profileQuery } from '../../../queries/profile.ts';
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
  const daysLeft = monthMinor === null ? null : (data?.daysLeft ?? null);
  const textOf = (minor: number) => formatMoney({ amountMinor: minor, currency });
  return (
    <Summary
      pairs={[
        ['Сейчас', now === undefined ? isError && 'не загрузился' : textOf(now)],
        ['Станет', after === undefined ? '—' : textOf(after), true],
        [
          'Хватит',
          data ? lastingText({ now: now ?? 0, after: after ?? now ?? 0, daysLeft, monthMinor }) : isError && '—',
        ],
      ]}
      note={
        isInvoice
          ? `Баланс пополнится, когда перевод дойдёт. Счёт в PDF придёт на ${email}.`
          : isSavedCard
            ? `Деньги спишутся сразу, без перехода на другую страницу. Чек придёт на ${email}.`
            : `Оплата пройдёт на странице платёжной системы. Чек придёт на ${email}.`
      }
    >
      {children}
    </Summary>
  );
}

const days = 30;

/** What a month costs at the pace by which the server says how long the balance lasts; null where it does not. */
export function monthlyPace(balance: Answer<typeof getBalance> | undefined, currency: Currency): number | null {
  return balance?.items[0]?.currency === currency ? balance.monthMinor : null;
}

interface Lasting {
  now: number;
  after: number;
  /** What the server says of the balance as it is, by the days of its charges; null without them. */
  daysLeft: number | null;
  monthMinor: number | null;
}

/** Returns «примерно на 12 дней»: as many as the side panel says, and those that the top-up adds at the present pace. */
export function lastingText({ now, after, daysLeft, monthMinor }: Lasting): string {
  if (monthMinor === null || daysLeft === null) return 'пока нет списаний';
  if (after < 0) return '—';
  const days = now < 0 ? daysOf(after, monthMinor) : daysLeft + daysOf(after - now, monthMinor);
  return durationText(days).replace(/^на/, 'примерно на');
}

export function daysOf(amountMinor: number, monthMinor: number): number {
  return Math.floor((Math.max(0, amountMinor) * days) / monthMinor);
}
