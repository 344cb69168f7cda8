import { createFileRoute } from '@tanstack/react-router';
import { ComingPage } from '../../../views/coming-page.tsx';

export const Route = createFileRoute('/_protected/admin/organizations')({
  staticData: { title: 'Организации' },
  component: () => <ComingPage title="Организации">Здесь появится список организаций с балансами.</ComingPage>,
});
