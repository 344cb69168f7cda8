import type { Webhook } from '@kazna/contract/admin/webhooks';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Moment } from '../../parts/moment.tsx';
import { SideSheet } from '../../ui/dialogs/side-sheet.tsx';
import { EnvelopeDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { type RecordColumn, Records } from '../../ui/lists/records.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { AdminPage } from '../admin-page.tsx';
import classes from '../row-title.module.css';
import { StaffOnly } from '../staff.tsx';
import { DeliveryDetails } from './delivery-details.tsx';
import { typesText } from './event-labels.ts';
import { webhooksQuery } from './queries.ts';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhookStatusMark } from './webhook-status.tsx';
import { creatorText, WebhookView } from './webhook-view.tsx';
import type { WebhooksSearch } from './webhooks-search.ts';

export function WebhooksPage({ search }: { search: WebhooksSearch }) {
  return search.endpoint ? <OpenWebhook id={search.endpoint} search={search} /> : <AllWebhooks />;
}

function AllWebhooks() {
  const [isCreating, setIsCreating] = useState(false);
  const create = () => setIsCreating(true);
  return (
    <AdminPage
      title="Вебхуки"
      explanation="Сообщаем вашим программам о платежах, списаниях и балансах"
      action={
        <StaffOnly permission="admin.manage" isHidden>
          <CreateButton onClick={create} />
        </StaffOnly>
      }
    >
      <StaffOnly permission="admin.manage">
        <WebhooksList onCreate={create} />
        <WebhookDialog isOpen={isCreating} onClose={() => setIsCreating(false)} />
      </StaffOnly>
    </AdminPage>
  );
}

/** An empty list has a button of its own. */
function CreateButton({ onClick }: { onClick: () => void }) {
  const { data } = useQuery(webhooksQuery());
  return data?.length === 0 ? null : <Button onClick={onClick}>Добавить адрес</Button>;
}

function OpenWebhook({ id, search }: { id: string; search: WebhooksSearch }) {
  const navigate = useNavigate();
  const { data } = useQuery(webhooksQuery());
  return (
    <AdminPage
      title="Адрес вебхуков"
      explanation={data?.find((webhook) => webhook.id === id)?.url ?? ' '}
      back={
        <LinkAnchor to="/admin/webhooks" search={{}}>
          ← Все адреса
        </LinkAnchor>
      }
    >
      <StaffOnly permission="admin.manage">
        <Loaded id={id}>{(webhook) => <WebhookView webhook={webhook} search={search} />}</Loaded>
        <SideSheet
          openId={search.delivery}
          onClose={() =>
            void navigate({ to: '/admin/webhooks', search: { ...search, delivery: undefined }, resetScroll: false })
          }
          title="Сообщение"
        >
          {(deliveryId) => <DeliveryDetails key={deliveryId} deliveryId={deliveryId} />}
        </SideSheet>
      </StaffOnly>
    </AdminPage>
  );
}

function Loaded({ id, children }: { id: string; children: (webhook: Webhook) => React.ReactNode }) {
  const { data, error, refetch } = useQuery(webhooksQuery());
  if (error && !data) {
    return <QueryFailure what="Адрес не загрузился" error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <SkeletonText lines={8} />;
  const found = data.find((webhook) => webhook.id === id);
  return found ? children(found) : <p>Такого адреса нет. Возможно, его удалили.</p>;
}

export function WebhooksList({ onCreate }: { onCreate: () => void }) {
  const { data, error, refetch } = useQuery(webhooksQuery());
  if (error && !data) {
    return <QueryFailure what="Адреса не загрузились" error={error} onRetry={() => void refetch()} />;
  }
  if (data?.length === 0) {
    return (
      <Empty
        drawing={<EnvelopeDrawing />}
        title="Адресов пока нет"
        action={<Button onClick={onCreate}>Добавить первый адрес</Button>}
      >
        Добавьте адрес своей программы, и она узнает о платежах и списаниях сразу, без опроса.
      </Empty>
    );
  }
  return <Records isTall keyOf={({ id }) => id} label="Адреса вебхуков" columns={columns} items={data} />;
}

const columns: RecordColumn<Webhook>[] = [
  {
    title: 'Адрес',
    render: ({ id, url, description }) => (
      <span className={classes.main}>
        <Link to="/admin/webhooks" search={{ endpoint: id }} className={classes.link} title={url} data-row-link>
          {url}
        </Link>
        {description && <span className={classes.secondary}>{description}</span>}
      </span>
    ),
  },
  { title: 'События', width: '220px', render: ({ types }) => <span title={types.join(', ')}>{typesText(types)}</span> },
  { title: 'Кто добавил', width: '180px', render: creatorText },
  { title: 'Состояние', width: '240px', render: (webhook) => <WebhookStatusMark {...webhook} /> },
  { title: 'Добавлен', width: '160px', isExtra: true, render: ({ createdAt }) => <Moment at={createdAt} /> },
];
