import { createFileRoute } from '@tanstack/react-router';
import { StatementsPage } from '../../../console/statements/statements-page.tsx';
import { readStatementsSearch } from '../../../console/statements/statements-search.ts';

export const Route = createFileRoute('/_protected/admin/statements')({
  staticData: { title: 'Выписки' },
  validateSearch: readStatementsSearch,
  component: () => <StatementsPage search={Route.useSearch()} />,
});
