import { createFileRoute } from '@tanstack/react-router';
import { CreatePaymentPage } from '../../../features/payments/create-payment-page.tsx';
import { optionalTextOf } from '../../../navigation/plain-search.ts';

export interface CreatePaymentSearch {
  amount?: string | undefined;
  currency?: string | undefined;
  method?: string | undefined;
  description?: string | undefined;
}

export const Route = createFileRoute('/_protected/payments/create')({
  staticData: { title: 'Пополнение' },
  validateSearch: ({ amount, currency, method, description }): CreatePaymentSearch => ({
    amount: optionalTextOf(amount),
    currency: optionalTextOf(currency),
    method: optionalTextOf(method),
    description: optionalTextOf(description),
  }),
  component: () => <CreatePaymentPage {...Route.useSearch()} />,
});
