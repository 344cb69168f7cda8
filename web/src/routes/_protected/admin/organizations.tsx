import { createFileRoute } from '@tanstack/react-router';
import type { OrganizationsSearch } from '../../../console/organizations/organization-labels.tsx';
import { OrganizationsPage } from '../../../console/organizations/organizations-page.tsx';
import { optionalTextOf } from '../../../navigation/plain-search.ts';

const names = ['q', 'status', 'kind', 'organization', 'payment'] as const;

export const Route = createFileRoute('/_protected/admin/organizations')({
  staticData: { title: 'Организации' },
  validateSearch: (search): OrganizationsSearch =>
    Object.fromEntries(names.map((name) => [name, optionalTextOf(search[name])])),
  component: () => <OrganizationsPage search={Route.useSearch()} />,
});
