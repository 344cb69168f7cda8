import type { Webhook } from '@kazna/contract/admin/webhooks';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Moment } from '../../parts/moment.tsx';
import { EnvelopeDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { type RecordColumn, Records } from '../../ui/lists/records.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import classes from '../row-title.module.css';
import { typesText } from './event-labels.ts';
import { webhooksQuery } from './queries.ts';
import { WebhookStatusMark } from './webhook-status.tsx';

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
  { title: 'Состояние', width: '240px', render: (webhook) => <WebhookStatusMark {...webhook} /> },
  { title: 'Добавлен', width: '160px', isExtra: true, render: ({ createdAt }) => <Moment at={createdAt} /> },
];
