import { createFileRoute } from '@tanstack/react-router';
import { ComingPage } from '../../../views/coming-page.tsx';

export const Route = createFileRoute('/_protected/payments/create')({
  staticData: { title: 'Пополнение' },
  component: () => <ComingPage title="Пополнение">Здесь можно будет пополнить баланс картой или через СБП.</ComingPage>,
});
