import { createFileRoute } from '@tanstack/react-router';
import { OperationsPage } from '../../../features/operations/operations-page.tsx';
import { type OperationsSearch, searchNames } from '../../../features/operations/search.ts';
import { optionalTextOf } from '../../../navigation/plain-search.ts';

export const Route = createFileRoute('/_protected/operations/')({
  staticData: { title: 'Операции' },
  validateSearch: (search): OperationsSearch =>
    Object.fromEntries(searchNames.map((name) => [name, optionalTextOf(search[name])])),
  component: () => <OperationsPage search={Route.useSearch()} />,
});
