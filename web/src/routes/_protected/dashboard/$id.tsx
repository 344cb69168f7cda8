import { createFileRoute } from '@tanstack/react-router';
import { DashboardPage } from '../../../features/dashboard/dashboard-page.tsx';
import type { DashboardSearch } from '../../../features/dashboard/search.ts';
import { optionalTextOf } from '../../../navigation/plain-search.ts';
import { OrganizationOfPage } from '../../../shell/organization-of-page.tsx';

export const Route = createFileRoute('/_protected/dashboard/$id')({
  staticData: { title: 'Сводка' },
  validateSearch: ({ period, step, currency }): DashboardSearch => ({
    period: optionalTextOf(period),
    step: optionalTextOf(step),
    currency: optionalTextOf(currency),
  }),
  component: DashboardRoute,
});

function DashboardRoute() {
  const { id } = Route.useParams();
  return (
    <OrganizationOfPage key={id} id={id} to="/dashboard/$id">
      <DashboardPage id={id} search={Route.useSearch()} />
    </OrganizationOfPage>
  );
}
