import { createFileRoute } from '@tanstack/react-router';
import { PaymentResultPage } from '../../../features/payments/payment-result-page.tsx';
import { optionalTextOf } from '../../../navigation/plain-search.ts';

/** Only the payment id is taken from the URL; status, amount and reason come from the server. */
export const Route = createFileRoute('/_protected/payments/error')({
  staticData: { title: 'Итог оплаты' },
  validateSearch: ({ paymentId, error, errorDescription }) => ({
    paymentId: optionalTextOf(paymentId),
    error: optionalTextOf(error),
    errorDescription: optionalTextOf(errorDescription),
  }),
  component: () => <PaymentResultPage paymentId={Route.useSearch().paymentId} />,
});
