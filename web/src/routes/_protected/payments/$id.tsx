import { createFileRoute } from '@tanstack/react-router';
import { PaymentPage } from '../../../features/payments/payment-page.tsx';

export const Route = createFileRoute('/_protected/payments/$id')({
  staticData: { title: 'Платёж' },
  component: () => <PaymentPage id={Route.useParams().id} />,
});
