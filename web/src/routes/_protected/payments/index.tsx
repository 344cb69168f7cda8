import { createFileRoute } from '@tanstack/react-router';
import { ComingPage } from '../../../views/coming-page.tsx';

export const Route = createFileRoute('/_protected/payments/')({
  staticData: { title: 'Платежи' },
  component: () => (
    <ComingPage title="Платежи">Здесь появится список платежей организации с поиском и выгрузкой.</ComingPage>
  ),
});
