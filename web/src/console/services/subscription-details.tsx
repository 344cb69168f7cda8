import { formatMoney } from '@kazna/contract/shared/money';
import { quantityText } from '@kazna/contract/shared/quantity';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDay } from '../../format/date.ts';
import { shiftDay } from '../../format/period.ts';
import { Moment } from '../../parts/moment.tsx';
import { SubscriptionMark } from '../../parts/subscription-labels.tsx';
import { priceText, rangeText, sinceStart } from '../../parts/tariff-texts.ts';
import { CopyValue } from '../../ui/copy.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { Facts } from '../../ui/lists/facts.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import classes from '../side-sheet.module.css';
import { SheetPart } from '../side-sheet.tsx';
import { type SubscriptionDetailsData, subscriptionQuery } from './queries.ts';
import { StaffUsage } from './staff-usage.tsx';
import { SubscriptionActions } from './subscription-actions.tsx';

export function SubscriptionDetails({ subscriptionId }: { subscriptionId: string }) {
  const { data: subscription, error, refetch } = useQuery(subscriptionQuery(subscriptionId));
  if (error && !subscription) {
    return <QueryFailure what="Подписка не загрузилась" error={error} onRetry={() => void refetch()} />;
  }
  if (!subscription) return <SkeletonText lines={12} />;
  const { service, tariff, status, lines, terms } = subscription;
  return (
    <>
      <div>
        <h2 className={classes.name}>
          {service.name}, {tariff.name}
        </h2>
        <div className={classes.marks}>
          <SubscriptionMark status={status} />
        </div>
      </div>
      <SubscriptionActions subscription={subscription} />
      <Facts facts={factsOf(subscription)} />
      {terms.meters.length > 0 && <StaffUsage subscriptionId={subscription.id} />}
      <SheetPart title="Списания и возвраты">
        {lines.length === 0 ? (
          <p className={classes.quiet}>Ещё ничего не списывали.</p>
        ) : (
          <ul className={classes.lines} aria-label="Списания и возвраты">
            {lines.map((line) => (
              <li key={line.id}>
                <span>
                  {line.description}
                  <span className={classes.secondary}>
                    <Moment at={line.createdAt} />
                  </span>
                </span>
                <span className={classes.amount}>
                  {formatMoney({ amountMinor: line.amountMinor, currency: terms.currency })}
                </span>
              </li>
            ))}
          </ul>
        )}
      </SheetPart>
    </>
  );
}

function factsOf(subscription: SubscriptionDetailsData): [string, ReactNode][] {
  const { organization, service, tariff, terms, quantity, currentPeriod, pendingChange, announcedPrice } = subscription;
  const { status, trialTo, graceTo, neededMinor, nextCharge, startedOn, endedOn } = subscription;
  const { currency, period } = terms;
  const money = (amountMinor: number) => formatMoney({ amountMinor, currency });
  const on = (day: string) => formatDay(day, 'UTC');
  return [
    [
      'Организация',
      <LinkAnchor key="organization" to="/admin/organizations" search={{ organization: organization.id }}>
        {organization.name}
      </LinkAnchor>,
    ],
    [
      'Тариф',
      <LinkAnchor
        key="tariff"
        to="/admin/services/$serviceId/$tariffId"
        params={{ serviceId: service.id, tariffId: tariff.id }}
      >
        {tariff.name}
      </LinkAnchor>,
    ],
    ['Количество', terms.maxQuantity > 1 && quantityText(quantity, service.unit)],
    ['За период', priceText(subscription.periodMinor, { currency, period })],
    ['Скидка', subscription.discount],
    ['Текущий период', status !== 'trial' && currentPeriod && rangeText(sinceStart(currentPeriod, startedOn))],
    ['Пробный период', status === 'trial' && trialTo && `по ${on(shiftDay(trialTo, -1))} включительно`],
    ['Следующее списание', nextCharge && `${money(nextCharge.amountMinor)}, ${on(nextCharge.on)}`],
    ['Не хватает до', neededMinor !== null && `баланс должен быть не меньше ${money(neededMinor)}`],
    ['Работает без оплаты', graceTo && `по ${on(graceTo)} включительно`],
    ['Назначена смена', pendingChange && changeText(pendingChange, tariff.name, on)],
    ['Новая цена', announcedPrice && `${money(announcedPrice.priceMinor)} с ${on(announcedPrice.from)}`],
    ['Подключена', on(startedOn)],
    ['Остановлена', endedOn && on(endedOn)],
    ['Номер', <CopyValue key="id" value={subscription.id} what="номер" />],
  ];
}

function changeText(
  { tariffName, quantity, on: day }: NonNullable<SubscriptionDetailsData['pendingChange']>,
  currentName: string,
  on: (day: string) => string,
): string {
  const what = tariffName === currentName ? `количество ${quantity.toLocaleString('ru')}` : `тариф «${tariffName}»`;
  return `${what} с ${on(day)}`;
}
