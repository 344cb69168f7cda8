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
  const lasting = after ?? now ?? 0;
  const textOf = (minor: number) => formatMoney({ amountMinor: minor, currency });
  return (
    <Summary
      pairs={[
        ['Сейчас', now === undefined ? isError && 'не загрузился' : textOf(now)],
        ['Станет', after === undefined ? '—' : textOf(after), true],
        ['Хватит', data ? lastingText(lasting, monthMinor) : isError && '—'],
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

/** Returns «примерно на 12 дней». */
export function lastingText(amountMinor: number, monthMinor: number | null): string {
  if (monthMinor === null) return 'пока нет списаний';
  return amountMinor < 0 ? '—' : durationText(daysOf(amountMinor, monthMinor)).replace(/^на/, 'примерно на');
}

export function daysOf(amountMinor: number, monthMinor: number): number {
  return Math.floor((Math.max(0, amountMinor) * days) / monthMinor);
}
