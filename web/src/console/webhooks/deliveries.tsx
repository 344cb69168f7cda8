import type { Webhook, WebhookDelivery } from '@kazna/contract/admin/webhooks';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Moment } from '../../parts/moment.tsx';
import { EnvelopeDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { type RecordColumn, Records } from '../../ui/lists/records.tsx';
import { StateTabs } from '../../ui/lists/state-tabs.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import classes from '../row-title.module.css';
import { eventLabel } from './event-labels.ts';
import { type DeliveryStatus, deliveriesQuery } from './queries.ts';
import { ReplayFailedDialog } from './replay-failed-dialog.tsx';
import { DeliveryStatusMark, deliveryLabels } from './webhook-status.tsx';
import page from './webhooks.module.css';
import type { WebhooksSearch } from './webhooks-search.ts';

const tabs = [[undefined, 'Все'], ...Object.entries(deliveryLabels)] as [DeliveryStatus, string][];

export function Deliveries({ webhook, search }: { webhook: Webhook; search: WebhooksSearch }) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <section className={page.log}>
      <div className={page.logHead}>
        <h2>Журнал доставки</h2>
        <Button variant="default" size="sm" onClick={() => setIsAsked(true)}>
          Отправить недоставленное
        </Button>
      </div>
      <StateTabs
        label="Состояние доставки"
        items={tabs.map(([status, title]) => ({
          title,
          count: null,
          isCurrent: search.status === status,
          search: { endpoint: webhook.id, status },
        }))}
      />
      <DeliveryRows webhook={webhook} search={search} />
      <ReplayFailedDialog isOpen={isAsked} onClose={() => setIsAsked(false)} webhook={webhook} />
    </section>
  );
}

function DeliveryRows({ webhook, search }: { webhook: Webhook; search: WebhooksSearch }) {
  const query = useInfiniteQuery(deliveriesQuery(webhook.id, search.status));
  if (query.error && !query.data) {
    return <QueryFailure what="Журнал не загрузился" error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data?.length === 0) {
    return (
      <Empty drawing={<EnvelopeDrawing />} title={search.status ? 'Таких сообщений нет' : 'Сообщений ещё не было'}>
        {search.status
          ? 'Посмотрите другие состояния: журнал хранится 30 дней.'
          : 'Отправьте проверку или дождитесь события: здесь будет каждая попытка и ответ вашей программы.'}
      </Empty>
    );
  }
  return (
    <>
      <Records isTall keyOf={({ id }) => id} label="Журнал доставки" columns={columnsOf(search)} items={query.data} />
      <LoadMore hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />
    </>
  );
}

function columnsOf(search: WebhooksSearch): RecordColumn<WebhookDelivery>[] {
  return [
    {
      title: 'Событие',
      render: ({ id, type }) => (
        <span className={classes.main}>
          <Link
            to="/admin/webhooks"
            search={{ ...search, delivery: id }}
            resetScroll={false}
            className={classes.link}
            data-row-link
          >
            {eventLabel(type)}
          </Link>
          <code className={classes.secondary}>{type}</code>
        </span>
      ),
    },
    { title: 'Состояние', width: '160px', render: ({ status }) => <DeliveryStatusMark status={status} /> },
    { title: 'Ответ', width: '150px', render: ({ lastAttempt }) => answerText(lastAttempt) },
    {
      title: 'Ждали',
      width: '100px',
      isAmount: true,
      render: ({ lastAttempt }) => lastAttempt && `${lastAttempt.durationMs.toLocaleString('ru')} мс`,
    },
    {
      title: 'Следующая попытка',
      width: '170px',
      isExtra: true,
      render: ({ nextAttemptAt }) => nextAttemptAt && <Moment at={nextAttemptAt} />,
    },
    { title: 'Создано', width: '160px', render: ({ createdAt }) => <Moment at={createdAt} /> },
  ];
}

export function answerText(attempt: WebhookDelivery['lastAttempt']): string {
  if (!attempt) return 'Ещё не отправляли';
  return attempt.status === null ? 'Нет ответа' : `Код ${attempt.status}`;
}
