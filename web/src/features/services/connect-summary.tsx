import type { Subscribing } from '@kazna/contract/cabinet/services';
import { type Currency, formatMoney } from '@kazna/contract/shared/money';
import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { shiftDay } from '../../format/period.ts';
import { Summary } from '../../parts/paying/summary.tsx';
import { dayText } from '../../parts/tariff-texts.ts';
import { profileQuery } from '../../queries/profile.ts';
import { FormFailure, SubmitButton } from '../../ui/forms/form-footer.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import own from './connect-form.module.css';
import { topUpSearch } from './subscription-notices.tsx';

interface ConnectSummaryProps {
  /** Undefined while it is counted. */
  bill: Subscribing | undefined;
  payingMinor: number;
  isSavedCard: boolean;
  failure: { message: string; attempt: number } | undefined;
  isPending: boolean;
  /** Asked before the button is offered; null for none. */
  question: ReactNode;
  isDisabled: boolean;
}

export function ConnectSummary({
  bill,
  payingMinor,
  isSavedCard,
  failure,
  isPending,
  question,
  isDisabled,
}: ConnectSummaryProps) {
  const { data: profile } = useQuery(profileQuery());
  const label = bill ? connectLabel(bill, payingMinor) : 'Подключить';
  return (
    <Summary
      pairs={pairsOf(bill, payingMinor)}
      note={noteText({ bill, payingMinor, isSavedCard, email: profile?.email ?? 'вашу почту' })}
    >
      <FormFailure failure={failure} />
      {question ??
        (isDisabled ? (
          <Button variant="filled" fullWidth disabled>
            {label}
          </Button>
        ) : (
          <SubmitButton isPending={isPending}>{label}</SubmitButton>
        ))}
    </Summary>
  );
}

function pairsOf(bill: Subscribing | undefined, payingMinor: number) {
  const textOf = (amountMinor: number) => bill !== undefined && formatMoney({ amountMinor, currency: bill.currency });
  const { availableMinor = 0, totalMinor = 0 } = bill ?? {};
  const after = availableMinor + payingMinor - totalMinor;
  return [
    ['Доступно сейчас', textOf(availableMinor)],
    ...(payingMinor > 0 ? [['Пополните на', textOf(payingMinor)] as const] : []),
    ['Спишем', textOf(totalMinor)],
    ['Останется', textOf(after), true],
  ] as const;
}

interface Paying extends Pick<ConnectSummaryProps, 'bill' | 'payingMinor' | 'isSavedCard'> {
  email: string;
}

export function noteText({ bill, payingMinor, isSavedCard, email }: Paying): string {
  if (bill?.totalMinor === 0) return 'Сейчас ничего не спишем. Отключить услугу можно в любой день.';
  if (payingMinor === 0) return 'Спишем с баланса сразу. Отключить услугу можно в любой день.';
  const connected = 'Услуга подключится, как только деньги придут, даже если закрыть страницу.';
  return isSavedCard
    ? `Деньги спишутся с карты сразу. ${connected} Чек придёт на ${email}.`
    : `Оплата пройдёт на странице платёжной системы. ${connected} Чек придёт на ${email}.`;
}

/** «Следующее списание 1 декабря: 1 500,00 ₽.» */
export function nextText({ nextCharge, trialTo, currency }: Subscribing): string {
  const free = trialTo ? `Бесплатно по ${dayText(shiftDay(trialTo, -1))} включительно. ` : '';
  if (!nextCharge) return free.trim();
  const sum = formatMoney({ amountMinor: nextCharge.amountMinor, currency });
  return `${free}${trialTo ? 'Первое' : 'Следующее'} списание ${dayText(nextCharge.on)}: ${sum}.`;
}

/** More than one payment by card or СБП may be. */
export function TooMuchAtOnce({ missingMinor, currency }: { missingMinor: number; currency: Currency }) {
  return (
    <p className={own.tooMuch}>
      Одним платежом картой или через СБП столько не внести. Сначала{' '}
      <LinkAnchor
        to="/payments/create"
        search={{ ...topUpSearch(missingMinor, currency), method: 'invoice' }}
        underline="always"
      >
        пополните баланс на {formatMoney({ amountMinor: missingMinor, currency })}
      </LinkAnchor>{' '}
      по счёту, потом подключите услугу.
    </p>
  );
}

export function connectLabel({ totalMinor, currency, trialTo }: Subscribing, payingMinor: number): string {
  if (payingMinor > 0) return `Оплатить ${formatMoney({ amountMinor: payingMinor, currency })}`;
  if (totalMinor === 0) return trialTo ? 'Подключить пробный период' : 'Подключить бесплатно';
  return `Подключить за ${formatMoney({ amountMinor: totalMinor, currency })}`;
}
