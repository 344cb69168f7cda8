import { createFileRoute } from '@tanstack/react-router';
import { optionalTextOf } from '../../../plain-search.ts';
import { ComingPage } from '../../../views/coming-page.tsx';

export const Route = createFileRoute('/_protected/payments/success')({
  staticData: { title: 'Платёж прошёл' },
  validateSearch: ({ paymentId, amount, currency }) => ({
    paymentId: optionalTextOf(paymentId),
    amount: optionalTextOf(amount),
    currency: optionalTextOf(currency),
  }),
  component: () => <ComingPage title="Платёж прошёл">Здесь появится итог успешного платежа.</ComingPage>,
});
