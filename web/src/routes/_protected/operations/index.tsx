import { createFileRoute } from '@tanstack/react-router';
import { OperationsPage } from '../../../features/operations/operations-page.tsx';
import type { OperationsSearch } from '../../../features/operations/search.ts';
import { optionalTextOf } from '../../../navigation/plain-search.ts';

const names = ['kind', 'direction', 'currency', 'period', 'from', 'to', 'zone', 'q'] as const;

export const Route = createFileRoute('/_protected/operations/')({
  staticData: { title: 'Операции' },
  validateSearch: (search): OperationsSearch =>
    Object.fromEntries(names.map((name) => [name, optionalTextOf(search[name])])),
  component: () => <OperationsPage search={Route.useSearch()} />,
});
