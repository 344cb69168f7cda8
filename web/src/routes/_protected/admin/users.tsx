import { createFileRoute } from '@tanstack/react-router';
import { ComingPage } from '../../../views/coming-page.tsx';

export const Route = createFileRoute('/_protected/admin/users')({
  staticData: { title: 'Пользователи' },
  component: () => (
    <ComingPage title="Пользователи">Здесь появится список пользователей с блокировкой и ролями.</ComingPage>
  ),
});
