import { createFileRoute } from '@tanstack/react-router';
import { optionalTextOf } from '../../../plain-search.ts';
import { ComingPage } from '../../../views/coming-page.tsx';

export const Route = createFileRoute('/_protected/payments/error')({
  staticData: { title: 'Платёж не прошёл' },
  validateSearch: ({ paymentId, error, errorDescription }) => ({
    paymentId: optionalTextOf(paymentId),
    error: optionalTextOf(error),
    errorDescription: optionalTextOf(errorDescription),
  }),
  component: () => (
    <ComingPage title="Платёж не прошёл">Здесь появится причина, по которой платёж не прошёл.</ComingPage>
  ),
});
