import type { Subscription } from '@kazna/contract/cabinet/services';
import { formatMoney } from '@kazna/contract/shared/money';
import { quantityText } from '@kazna/contract/shared/quantity';
import { quoted } from '@kazna/contract/shared/quoted';
import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { SubscriptionMark } from '../../parts/subscription-labels.tsx';
import { dayText, lowerFirst, priceText } from '../../parts/tariff-texts.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { StackDrawing } from '../../ui/cabinet-drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import type { ServiceRights } from './rights.tsx';
import { SubscriptionNotices } from './subscription-notices.tsx';
import classes from './subscription-rows.module.css';

interface SubscriptionRowsProps {
  subscriptions: readonly Subscription[];
  rights: ServiceRights;
}

export function SubscriptionRows({ subscriptions, rights }: SubscriptionRowsProps) {
  const [showsEnded, setShowsEnded] = useState(false);
  const running = subscriptions.filter(({ status }) => status !== 'ended');
  const ended = subscriptions.filter(({ status }) => status === 'ended');
  const shown = showsEnded ? [...running, ...ended] : running;
  return (
    <>
      {shown.length > 0 ? (
        <ul className={classes.list} aria-label="Подключённые услуги">
          {shown.map((subscription) => (
            <Row key={subscription.id} subscription={subscription} rights={rights} />
          ))}
        </ul>
      ) : (
        <div className={classes.list}>
          <Empty drawing={<StackDrawing />} title="Пока ничего не подключено">
            Выберите услугу и тариф в каталоге ниже.
          </Empty>
        </div>
      )}
      {ended.length > 0 && (
        <Button variant="subtle" size="sm" className={classes.ended} onClick={() => setShowsEnded(!showsEnded)}>
          {showsEnded ? 'Скрыть отключённые' : `Показать отключённые: ${ended.length}`}
        </Button>
      )}
    </>
  );
}

function Row({ subscription, rights }: { subscription: Subscription; rights: ServiceRights }) {
  const { id, service, status, periodMinor, terms } = subscription;
  return (
    <li className={classes.row}>
      <div className={classes.line}>
        <Avatar id={service.id} name={service.name} size={40} />
        <span className={classes.text}>
          <Link to="/services/$id" params={{ id }} className={classes.link}>
            {service.name}
          </Link>
          <span className={classes.about}>{aboutText(subscription)}</span>
        </span>
        <span className={classes.state}>
          <SubscriptionMark status={status} />
        </span>
        <span className={classes.money}>
          <span>{priceText(periodMinor, terms)}</span>
          <span className={classes.about}>{whenText(subscription)}</span>
        </span>
      </div>
      <SubscriptionNotices subscription={subscription} rights={rights} />
    </li>
  );
}

/** «Тариф «Базовый» · 5 мест · скидка 10 %» */
export function aboutText({ tariff, terms, quantity, service, discount }: Subscription): string {
  const seats = terms.maxQuantity > 1 || quantity > 1 ? quantityText(quantity, service.unit) : null;
  return [`Тариф ${quoted(tariff.name)}`, seats, discount && lowerFirst(discount)].filter(Boolean).join(' · ');
}

/** What happens next and when. */
export function whenText({ status, nextCharge, trialTo, endedOn, currentPeriod, terms, periodMinor }: Subscription) {
  if (status === 'ended') return endedOn ? `Отключена ${dayText(endedOn)}` : '';
  if (status === 'stopping') return currentPeriod ? `Отключится ${dayText(currentPeriod.to)}` : '';
  if (status === 'paused') return 'Ничего не списываем';
  if (status === 'past_due' || status === 'suspended') return '';
  if (status === 'trial' && !nextCharge) return trialTo ? `Бесплатно до ${dayText(trialTo)}` : '';
  if (!nextCharge) return '';
  const amount = formatMoney({ amountMinor: nextCharge.amountMinor, currency: terms.currency });
  const day = dayText(nextCharge.on);
  if (status === 'trial') return `Бесплатно, ${day} спишем ${amount}`;
  return nextCharge.amountMinor === periodMinor ? `Спишем ${day}` : `${day} спишем ${amount}`;
}
