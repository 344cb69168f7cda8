import { createFileRoute } from '@tanstack/react-router';
import { WebhooksPage } from '../../../features/admin/webhooks/webhooks-page.tsx';
import { readWebhooksSearch } from '../../../features/admin/webhooks/webhooks-search.ts';

export const Route = createFileRoute('/_protected/admin/webhooks')({
  staticData: { title: 'Вебхуки' },
  validateSearch: readWebhooksSearch,
  component: () => <WebhooksPage search={Route.useSearch()} />,
});
