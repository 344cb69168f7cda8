import { createFileRoute } from '@tanstack/react-router';
import { OrganizationPage } from '../../../features/organizations/organization-page.tsx';
import { optionalTextOf } from '../../../navigation/plain-search.ts';
import { OrganizationOfPage } from '../../../shell/organization-of-page.tsx';

/** `action` and `period` are the filters of the log. */
export interface OrganizationSearch {
  tab?: string | undefined;
  action?: string | undefined;
  period?: string | undefined;
}

export const Route = createFileRoute('/_protected/organization/$id')({
  staticData: { title: 'Организация' },
  validateSearch: ({ tab, action, period }): OrganizationSearch => ({
    tab: optionalTextOf(tab),
    action: optionalTextOf(action),
    period: optionalTextOf(period),
  }),
  component: OrganizationRoute,
});

function OrganizationRoute() {
  const { id } = Route.useParams();
  return (
    <OrganizationOfPage key={id} id={id} to="/organization/$id">
      <OrganizationPage {...Route.useSearch()} id={id} />
    </OrganizationOfPage>
  );
}
