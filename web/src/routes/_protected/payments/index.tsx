import { createFileRoute } from '@tanstack/react-router';
import { PaymentsPage } from '../../../features/payments/payments-page.tsx';
import type { PaymentsSearch } from '../../../features/payments/search.ts';
import { optionalTextOf } from '../../../navigation/plain-search.ts';

const names = ['status', 'method', 'currency', 'period', 'from', 'to', 'amountMin', 'amountMax', 'q'] as const;

export const Route = createFileRoute('/_protected/payments/')({
  staticData: { title: 'Платежи' },
  validateSearch: (search): PaymentsSearch =>
    Object.fromEntries(names.map((name) => [name, optionalTextOf(search[name])])),
  component: () => <PaymentsPage search={Route.useSearch()} />,
});
