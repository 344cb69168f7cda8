import { createFileRoute } from '@tanstack/react-router';
import { InvoicePage } from '../../../features/documents/invoice-page.tsx';

export const Route = createFileRoute('/_protected/invoices/$id')({
  staticData: { title: 'Счёт' },
  component: () => <InvoicePage id={Route.useParams().id} />,
});
