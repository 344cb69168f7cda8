import { createFileRoute } from '@tanstack/react-router';
import { ComingPage } from '../../../views/coming-page.tsx';

export const Route = createFileRoute('/_protected/admin/')({
  staticData: { title: 'Администрирование' },
  component: () => (
    <ComingPage title="Администрирование">Здесь появится сводка по людям, организациям и деньгам.</ComingPage>
  ),
});
