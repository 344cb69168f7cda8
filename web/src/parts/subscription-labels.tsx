import type { Subscription } from '@kazna/contract/cabinet/services';
import { formatMoney } from '@kazna/contract/shared/money';
import type { SubscriptionStatus } from '@kazna/contract/shared/tariffs';
import { StatusMark } from '../ui/feedback/status-mark.tsx';
import { Icon, type IconProps } from '../ui/icon.tsx';
import { ClockIcon, CrossedIcon } from '../ui/icons.tsx';
import { CheckIcon, WarningIcon } from '../ui/visitor-icons.tsx';
import { dayText } from './tariff-texts.ts';

const looks = {
  trial: ['neutral', ClockIcon, 'Пробный период'],
  active: ['success', CheckIcon, 'Работает'],
  past_due: ['pending', ClockIcon, 'Ждёт оплаты'],
  suspended: ['failure', WarningIcon, 'Приостановлена'],
  paused: ['neutral', PauseIcon, 'На паузе'],
  stopping: ['neutral', CrossedIcon, 'Отключается'],
  ended: ['neutral', CrossedIcon, 'Отключена'],
} as const satisfies Record<SubscriptionStatus, unknown>;

export const subscriptionStatusLabels = Object.fromEntries(
  Object.entries(looks).map(([status, [, , label]]) => [status, label]),
) as Record<SubscriptionStatus, string>;

export function SubscriptionMark({ status }: { status: SubscriptionStatus }) {
  const [tone, LooksIcon, label] = looks[status];
  return (
    <StatusMark tone={tone} icon={<LooksIcon size={16} />}>
      {label}
    </StatusMark>
  );
}

function PauseIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="12" r="9.25" />
      <path d="M10 9v6M14 9v6" />
    </Icon>
  );
}

type Waiting = Pick<Subscription, 'status' | 'graceTo' | 'terms'>;

/** What a subscription that waits for money needs: «Оплатите до 21 ноября, не хватает 500,00 ₽». Empty for the others. */
export function waitingText({ status, graceTo, terms: { currency } }: Waiting, missingMinor: number): string {
  const missing = formatMoney({ amountMinor: missingMinor, currency });
  if (status === 'past_due') {
    const until = graceTo ? `Оплатите до ${dayText(graceTo)} включительно` : 'Пополните баланс';
    return missingMinor > 0 ? `${until}: не хватает ${missing}` : `${until}, иначе услуга приостановится`;
  }
  if (status !== 'suspended') return '';
  return missingMinor > 0 ? `Чтобы услуга заработала, нужно ещё ${missing}` : 'Возобновляем: денег на балансе хватает';
}
