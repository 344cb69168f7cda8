import { createFileRoute } from '@tanstack/react-router';
import { RegisterPage } from '../../../console/documents/register-page.tsx';
import { readRegisterSearch } from '../../../console/documents/register-search.ts';

export const Route = createFileRoute('/_protected/admin/documents')({
  staticData: { title: 'Документы' },
  validateSearch: readRegisterSearch,
  component: () => <RegisterPage search={Route.useSearch()} />,
});
