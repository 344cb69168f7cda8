import { createFileRoute } from '@tanstack/react-router';
import { ReferencePage } from '../../../console/reference/reference-page.tsx';

export const Route = createFileRoute('/_protected/admin/api')({
  staticData: { title: 'Справка по API' },
  component: ReferencePage,
});
