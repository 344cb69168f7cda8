import { createFileRoute } from '@tanstack/react-router';
import { WebhooksPage } from '../../../console/webhooks/webhooks-page.tsx';
import { readWebhooksSearch } from '../../../console/webhooks/webhooks-search.ts';

export const Route = createFileRoute('/_protected/admin/webhooks')({
  staticData: { title: 'Вебхуки' },
  validateSearch: readWebhooksSearch,
  component: () => <WebhooksPage search={Route.useSearch()} />,
});
