import type { SubscriptionDetails } from '@kazna/contract/cabinet/services';
import { formatMoney } from '@kazna/contract/shared/money';
import { quantityText } from '@kazna/contract/shared/quantity';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { statusOf } from '../../api/request.ts';
import { shiftDay } from '../../format/period.ts';
import { AskSupport } from '../../parts/requests/request-labels.tsx';
import { SubscriptionMark } from '../../parts/subscription-labels.tsx';
import { daysText, dayText, priceText, rangeText, sinceStart } from '../../parts/tariff-texts.ts';
import { usagePriceTexts } from '../../parts/usage-price-texts.ts';
import { CompassDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { SkeletonLine, SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { LinkAnchor, LinkButton } from '../../ui/links.tsx';
import { Facts } from '../../ui/lists/facts.tsx';
import { Card, Page, QueryFailure } from '../../ui/page.tsx';
import { subscriptionQuery } from './queries.ts';
import { RightsNote, useServiceRights } from './rights.tsx';
import { SubscriptionActions } from './subscription-actions.tsx';
import { SubscriptionHistory } from './subscription-history.tsx';
import { SubscriptionNotices } from './subscription-notices.tsx';
import classes from './subscription-page.module.css';
import { aboutText, whenText } from './subscription-rows.tsx';

/** With its chart, which most services do without. */
const SubscriptionUsage = lazy(async () => ({ default: (await import('./subscription-usage.tsx')).SubscriptionUsage }));

const back = <LinkAnchor to="/services">← Услуги</LinkAnchor>;

export function SubscriptionPage({ id }: { id: string }) {
  const rights = useServiceRights();
  const { data: subscription, error, refetch } = useQuery(subscriptionQuery(rights.organizationId, id));
  // Another organization's subscription returns 404, an invalid id 400.
  if ([400, 404].includes(statusOf(error) ?? 0)) return <UnknownSubscription />;
  if (error && !subscription) {
    return (
      <Page title="Услуга" back={back}>
        <QueryFailure what="Услуга не загрузилась" error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  return (
    <Page
      back={back}
      help="services"
      title={subscription?.service.name ?? <SkeletonLine width={220} />}
      beside={
        <span className={classes.mark}>
          {subscription ? <SubscriptionMark status={subscription.status} /> : <SkeletonLine width={100} />}
        </span>
      }
      explanation={subscription ? aboutText(subscription) : <SkeletonLine width={240} />}
      action={
        <div className={classes.actions}>
          {subscription && <SubscriptionActions subscription={subscription} rights={rights} />}
        </div>
      }
    >
      <RightsNote obstacle={rights.obstacle} />
      <div className={classes.notices}>
        {subscription && <SubscriptionNotices subscription={subscription} rights={rights} />}
      </div>
      <div className={classes.columns}>
        <div className={classes.side}>
          {subscription && subscription.terms.meters.length > 0 && (
            <Suspense fallback={<Card title="Расход">{<SkeletonText lines={8} />}</Card>}>
              <SubscriptionUsage organizationId={rights.organizationId} subscription={subscription} />
            </Suspense>
          )}
          <Card title="Списания и возвраты">
            {subscription ? <SubscriptionHistory subscription={subscription} /> : <SkeletonText lines={6} />}
          </Card>
        </div>
        <div className={classes.side}>
          <Card>
            <NextCharge subscription={subscription} />
          </Card>
          <Card title="Условия">
            {subscription ? <Terms subscription={subscription} /> : <SkeletonText lines={6} />}
          </Card>
        </div>
      </div>
    </Page>
  );
}

/** The one strong thing of the screen: what it costs, and when it is charged. */
function NextCharge({ subscription }: { subscription: SubscriptionDetails | undefined }) {
  return (
    <div className={classes.next}>
      <p className={classes.label}>Стоимость</p>
      <p className={classes.price}>
        {subscription ? priceText(subscription.periodMinor, subscription.terms) : <SkeletonLine width={180} />}
      </p>
      <p className={classes.when}>{subscription ? whenText(subscription) : <SkeletonLine width={140} />}</p>
    </div>
  );
}

function Terms({ subscription }: { subscription: SubscriptionDetails }) {
  const { id, terms, tariff, quantity, service, discount, currentPeriod, startedOn, trialTo, endedOn, status } =
    subscription;
  const hasSeats = terms.maxQuantity > 1 || quantity > 1;
  return (
    <Facts
      facts={[
        ['Тариф', tariff.name],
        ['Количество', hasSeats && quantityText(quantity, service.unit)],
        [hasSeats ? 'Цена за единицу' : 'Цена', priceText(terms.priceMinor, terms)],
        ['Расход', terms.meters.length > 0 && <UsagePrices key="usage" subscription={subscription} />],
        ['Скидка', discount?.replace(/^Скидка (?=\d)/, '')],
        ['Текущий период', status !== 'trial' && currentPeriod && rangeText(sinceStart(currentPeriod, startedOn))],
        ['Пробный период', status === 'trial' && trialTo && `по ${dayText(shiftDay(trialTo, -1))} включительно`],
        ['Подключение', status === 'trial' && setupText(terms)],
        ['Если денег не хватит', terms.graceDays > 0 && `проработает ещё ${daysText(terms.graceDays)}`],
        ['Подключена', dayText(startedOn)],
        ['Отключена', endedOn && dayText(endedOn)],
        ['Вопрос', <AskSupport key="ask" about={{ kind: 'subscription', id }} />],
      ]}
    />
  );
}

function UsagePrices({ subscription: { terms, meterNames } }: { subscription: SubscriptionDetails }) {
  return usagePriceTexts(terms, meterNames).map((text) => <div key={text}>{text}</div>);
}

/** What makes the first charge more than the others. */
function setupText({ setupFeeMinor: amountMinor, currency }: SubscriptionDetails['terms']): string | false {
  return amountMinor > 0 && `${formatMoney({ amountMinor, currency })} с первым списанием`;
}

/** The same text for a missing subscription and another organization's. */
function UnknownSubscription() {
  return (
    <Page title="Услуга не найдена" back={back}>
      <Empty
        drawing={<CompassDrawing />}
        title="Такой услуги нет"
        action={<LinkButton to="/services">К услугам</LinkButton>}
      >
        Или она подключена в другой организации. Если вы состоите в нескольких, переключитесь на нужную.
      </Empty>
    </Page>
  );
}
