import { createFileRoute } from '@tanstack/react-router';
import { ComingPage } from '../../../views/coming-page.tsx';

export const Route = createFileRoute('/_protected/dashboard/$id')({
  staticData: { title: 'Дашборд' },
  component: () => <ComingPage title="Дашборд">Здесь появятся баланс, движение денег и последние платежи.</ComingPage>,
});
