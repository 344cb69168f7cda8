import type { ChargeDetails } from '@kazna/contract/cabinet/charges';
import { formatMoney } from '@kazna/contract/shared/money';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { statusOf } from '../../api/request.ts';
import { formatSignedMoney } from '../../format/numbers.ts';
import { Moment } from '../../parts/moment.tsx';
import { infoQuery } from '../../queries/info.ts';
import { useActiveOrganization } from '../../queries/profile.ts';
import { CopyValue } from '../../ui/copy.tsx';
import { SkeletonLine, SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { Facts } from '../../ui/lists/facts.tsx';
import { Card, Page, QueryFailure } from '../../ui/page.tsx';
import classes from './charge-page.module.css';
import { chargeQuery } from './queries.ts';

function BackToList() {
  const { cameFrom } = useLocation().state;
  return (
    <LinkAnchor to="/operations" search={cameFrom?.to === '/operations' ? cameFrom.search : {}}>
      ← Операции
    </LinkAnchor>
  );
}

export function ChargePage({ id }: { id: string }) {
  const { id: organizationId } = useActiveOrganization();
  const { data: charge, error, refetch } = useQuery(chargeQuery(organizationId, id));
  // Another organization's charge returns 404, an invalid id 400.
  if ([400, 404].includes(statusOf(error) ?? 0))
    return (
      <Page title="Списание не найдено" back={<BackToList />}>
        <p>Такого списания нет, или оно сделано в другой организации. Если вы состоите в нескольких, переключитесь.</p>
      </Page>
    );
  if (error && !charge)
    return (
      <Page title="Списание" back={<BackToList />}>
        <QueryFailure what="Списание не загрузилось" error={error} onRetry={() => void refetch()} />
      </Page>
    );
  return (
    <Page
      back={<BackToList />}
      title={
        <span className={classes.amount}>
          {charge ? formatSignedMoney({ ...charge, amountMinor: -charge.amountMinor }) : <SkeletonLine width={200} />}
        </span>
      }
      explanation={charge ? charge.description : <SkeletonLine width={240} />}
    >
      <div className={classes.columns}>
        <Card title="Списание">{charge ? <ChargeFacts charge={charge} /> : <SkeletonText lines={6} />}</Card>
        <div className={classes.side}>
          <Card title="Баланс">{charge ? <BalanceFacts charge={charge} /> : <SkeletonText lines={2} />}</Card>
          {charge && charge.refunds.length > 0 && <Refunds charge={charge} />}
        </div>
      </div>
    </Page>
  );
}

function ChargeFacts({ charge }: { charge: ChargeDetails }) {
  const { data: info } = useQuery({ ...infoQuery(), staleTime: Number.POSITIVE_INFINITY });
  const { id, service, occurredAt, createdAt, isFromHold, shownMetadata } = charge;
  const isLater = occurredAt !== createdAt;
  return (
    <Facts
      facts={[
        ['Услуга', service],
        ['Оказана', isLater && <Moment key="occurred" at={occurredAt} />],
        ['Списано', <Moment key="created" at={createdAt} />],
        ...shownMetadata.map(({ title, value }) => [title, value] as const),
        ['Кто списал', info?.operator.name],
        ['Откуда', isFromHold && 'Из суммы, зарезервированной раньше'],
        ['Идентификатор', <CopyValue key="id" value={id} what="идентификатор" />],
      ]}
    />
  );
}

function BalanceFacts({ charge }: { charge: ChargeDetails }) {
  const money = (amountMinor: number) => formatMoney({ amountMinor, currency: charge.currency });
  return (
    <Facts
      facts={[
        ['До списания', money(charge.balanceBeforeMinor)],
        ['После списания', money(charge.balanceAfterMinor)],
      ]}
    />
  );
}

function Refunds({ charge }: { charge: ChargeDetails }) {
  const { refunds, amountMinor, refundedMinor, currency } = charge;
  const money = (minor: number) => formatMoney({ amountMinor: minor, currency });
  return (
    <Card title="Возвраты">
      <ul className={classes.refunds}>
        {refunds.map((refund) => (
          <li key={refund.id}>
            <Moment at={refund.createdAt} />
            <span className={classes.returned}>+{money(refund.amountMinor)}</span>
          </li>
        ))}
      </ul>
      <p className={classes.left}>
        {refundedMinor === amountMinor
          ? 'Вернули всё списание.'
          : `С учётом возвратов списано ${money(amountMinor - refundedMinor)}.`}
      </p>
    </Card>
  );
}
