import { createFileRoute } from '@tanstack/react-router';
import { OrganizationOfPage } from '../../../shell/organization-of-page.tsx';
import { ComingPage } from '../../../views/coming-page.tsx';

export const Route = createFileRoute('/_protected/dashboard/$id')({
  staticData: { title: 'Дашборд' },
  component: DashboardRoute,
});

function DashboardRoute() {
  const { id } = Route.useParams();
  return (
    <OrganizationOfPage key={id} id={id} to="/dashboard/$id">
      <ComingPage title="Дашборд">Здесь появятся баланс, движение денег и последние платежи.</ComingPage>
    </OrganizationOfPage>
  );
}
