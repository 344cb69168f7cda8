import { createFileRoute } from '@tanstack/react-router';
import { ChargePage } from '../../../features/operations/charge-page.tsx';

export const Route = createFileRoute('/_protected/operations/$id')({
  staticData: { title: 'Списание' },
  component: () => <ChargePage id={Route.useParams().id} />,
});
