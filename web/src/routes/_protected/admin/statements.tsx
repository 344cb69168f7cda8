import { createFileRoute } from '@tanstack/react-router';
import { StatementsPage } from '../../../features/admin/statements/statements-page.tsx';
import { readStatementsSearch } from '../../../features/admin/statements/statements-search.ts';

export const Route = createFileRoute('/_protected/admin/statements')({
  staticData: { title: 'Выписки' },
  validateSearch: readStatementsSearch,
  component: () => <StatementsPage search={Route.useSearch()} />,
});
