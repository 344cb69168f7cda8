import { createFileRoute } from '@tanstack/react-router';
import { PaymentResultPage } from '../../../features/payments/payment-result-page.tsx';
import { optionalTextOf } from '../../../navigation/plain-search.ts';

/** Only the payment id is taken from the URL; status, amount and reason come from the server. */
export const Route = createFileRoute('/_protected/payments/success')({
  staticData: { title: 'Итог оплаты' },
  validateSearch: ({ paymentId, amount, currency }) => ({
    paymentId: optionalTextOf(paymentId),
    amount: optionalTextOf(amount),
    currency: optionalTextOf(currency),
  }),
  component: () => <PaymentResultPage paymentId={Route.useSearch().paymentId} />,
});
