import { createFileRoute } from '@tanstack/react-router';
import { DocumentsPage } from '../../../features/documents/documents-page.tsx';
import type { DocumentsSearch } from '../../../features/documents/search.ts';
import { optionalTextOf } from '../../../navigation/plain-search.ts';

export const Route = createFileRoute('/_protected/documents/')({
  staticData: { title: 'Документы' },
  validateSearch: ({ kind, period }): DocumentsSearch => ({
    kind: optionalTextOf(kind),
    period: optionalTextOf(period),
  }),
  component: () => <DocumentsPage search={Route.useSearch()} />,
});
