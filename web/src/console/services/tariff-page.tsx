import type { TariffVersion } from '@kazna/contract/admin/services';
import type { MeterNames } from '@kazna/contract/cabinet/services';
import { businessDay } from '@kazna/contract/shared/business-time';
import { formatMoney } from '@kazna/contract/shared/money';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { currentTime } from '../../format/current-time.ts';
import { formatDay } from '../../format/date.ts';
import { formatCount } from '../../format/numbers.ts';
import { Moment } from '../../parts/moment.tsx';
import { usagePriceTexts } from '../../parts/usage-price-texts.ts';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { Facts } from '../../ui/lists/facts.tsx';
import { type RecordColumn, Records } from '../../ui/lists/records.tsx';
import { Card, QueryFailure } from '../../ui/page.tsx';
import { AdminPage } from '../admin-page.tsx';
import rowTitle from '../row-title.module.css';
import { catalogueQuery, type FoundTariff, metersQuery, tariffsIn } from './queries.ts';
import classes from './services.module.css';
import { TariffActions } from './tariff-actions.tsx';
import {
  anchorLabels,
  currentVersion,
  runningOn,
  TariffStateMark,
  termsSummary,
  versionPrice,
} from './tariff-labels.tsx';

interface TariffPageProps {
  serviceId: string;
  tariffId: string;
}

export function TariffPage({ tariffId }: TariffPageProps) {
  const { data, error, refetch } = useQuery(catalogueQuery());
  const found = data && tariffsIn(data).find(({ tariff }) => tariff.id === tariffId);
  const back = <LinkAnchor to="/admin/services">← Все услуги</LinkAnchor>;
  if (found) return <LoadedTariff {...found} back={back} />;
  return (
    <AdminPage title="Тариф" explanation=" " back={back}>
      {error && !data ? (
        <QueryFailure what="Тариф не загрузился" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <p>Такого тарифа нет. Возможно, его удалили.</p>
      ) : (
        <SkeletonText lines={12} />
      )}
    </AdminPage>
  );
}

function LoadedTariff({ service, tariff, back }: FoundTariff & { back: ReactNode }) {
  const current = currentVersion(tariff);
  const { data: meters } = useQuery({ ...metersQuery(), enabled: Boolean(current?.meters.length) });
  const running = runningOn(tariff);
  return (
    <AdminPage
      title={tariff.name}
      beside={<TariffStateMark tariff={tariff} />}
      explanation={`Услуга «${service.name}»`}
      back={back}
      action={<TariffActions service={service} tariff={tariff} />}
    >
      {current && (
        <Card title="Сейчас для новых подключений">
          <Facts facts={factsOf(current, meters?.items)} />
        </Card>
      )}
      <h2 className={classes.versions}>Версии</h2>
      <Records
        isTall
        skeletonRows={1}
        keyOf={({ id }) => id}
        label="Версии тарифа"
        columns={columnsOf(tariff.id, current)}
        items={tariff.versions}
      />
      {running > 0 && (
        <p className={classes.all}>
          <LinkAnchor to="/admin/subscriptions" search={{ tariff: tariff.id }}>
            Все подписки на тариф: {running.toLocaleString('ru')}
          </LinkAnchor>
        </p>
      )}
    </AdminPage>
  );
}

const days = ['день', 'дня', 'дней'] as const;

function factsOf(terms: TariffVersion, meters: MeterNames): [string, ReactNode][] {
  const { anchor, setupFeeMinor, currency, trialDays, maxQuantity, graceDays, mayPause, refundOnStop } = terms;
  return [
    ['Цена', <strong key="price">{versionPrice(terms)}</strong>],
    ['Расход', terms.meters.length > 0 && usagePriceTexts(terms, meters).map((text) => <div key={text}>{text}</div>)],
    ['Период начинается', anchorLabels[anchor]],
    ['Плата за подключение', setupFeeMinor > 0 && formatMoney({ amountMinor: setupFeeMinor, currency })],
    ['Пробный период', trialDays > 0 && formatCount(trialDays, days)],
    [
      'Количество',
      maxQuantity > 1 ? `до ${maxQuantity.toLocaleString('ru')}, цена за каждую единицу` : 'цена за услугу целиком',
    ],
    ['На оплату', graceDays > 0 ? formatCount(graceDays, days) : 'без денег услуга останавливается сразу'],
    ['Пауза', mayPause ? 'клиент ставит сам' : 'нет'],
    ['При остановке сразу', refundOnStop ? 'возвращаем неиспользованные дни' : 'деньги не возвращаем'],
  ];
}

function columnsOf(tariffId: string, current: TariffVersion | undefined): RecordColumn<TariffVersion>[] {
  return [
    {
      title: 'Версия',
      render: (version) => (
        <span className={rowTitle.main}>
          <span>{versionPrice(version)}</span>
          <span className={classes.version}>
            Версия {version.number}. {termsSummary(version)}
          </span>
        </span>
      ),
    },
    { title: 'Для новых', width: '170px', render: (version) => newOnesText(version, current) },
    { title: 'Для подключённых', width: '250px', render: (version) => <RunningOnes version={version} /> },
    {
      title: 'Добавлена',
      width: '190px',
      isExtra: true,
      render: ({ createdAt, createdBy }) => (
        <span className={rowTitle.main}>
          <Moment at={createdAt} />
          <span className={rowTitle.secondary}>{createdBy ?? 'удалённый пользователь'}</span>
        </span>
      ),
    },
    {
      title: 'Подписок',
      width: '110px',
      isAmount: true,
      render: ({ id, number, subscriptions }) =>
        subscriptions > 0 ? (
          <LinkAnchor
            to="/admin/subscriptions"
            search={{ tariff: tariffId, version: id }}
            aria-label={`Подписки на версию ${number}: ${subscriptions}`}
          >
            {subscriptions.toLocaleString('ru')}
          </LinkAnchor>
        ) : (
          '0'
        ),
    },
  ];
}

function newOnesText(version: TariffVersion, current: TariffVersion | undefined): string {
  const since = `с ${formatDay(version.from, 'UTC')}`;
  if (version.id === current?.id) return since;
  return version.from > businessDay(currentTime()) ? `${since}, ещё не действует` : `${since}, заменена`;
}

/** From when the price reaches running subscriptions, and how far its announcement has come. */
function RunningOnes({ version: { runningFrom, announced, toAnnounce } }: { version: TariffVersion }) {
  if (!runningFrom) return 'не касается';
  const all = announced + toAnnounce;
  return (
    <span className={rowTitle.main}>
      <span>с {formatDay(runningFrom, 'UTC')}</span>
      <span className={rowTitle.secondary}>
        {toAnnounce > 0 ? `Сообщили ${announced} из ${all}, осталось ${toAnnounce}` : `Сообщили всем: ${all}`}
      </span>
    </span>
  );
}
