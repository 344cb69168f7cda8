import { createFileRoute } from '@tanstack/react-router';
import { BankReturnsPage, type BankReturnsSearch } from '../../../console/bank-returns/bank-returns-page.tsx';
import { optionalTextOf } from '../../../navigation/plain-search.ts';

export const Route = createFileRoute('/_protected/admin/bank-returns')({
  staticData: { title: 'Возвраты на счёт' },
  validateSearch: (search): BankReturnsSearch => ({ status: optionalTextOf(search.status) }),
  component: () => <BankReturnsPage search={Route.useSearch()} />,
});
