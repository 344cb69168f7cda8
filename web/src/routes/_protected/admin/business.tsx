import { createFileRoute } from '@tanstack/react-router';
import { BusinessPage } from '../../../console/business/business-page.tsx';

export const Route = createFileRoute('/_protected/admin/business')({
  staticData: { title: 'Реквизиты' },
  component: BusinessPage,
});
