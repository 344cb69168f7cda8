import { createFileRoute } from '@tanstack/react-router';
import { ComingPage } from '../../../views/coming-page.tsx';

export const Route = createFileRoute('/_protected/payments/$id')({
  staticData: { title: 'Платёж' },
  component: () => <ComingPage title="Платёж">Здесь появятся состояние платежа, его история и возвраты.</ComingPage>,
});
