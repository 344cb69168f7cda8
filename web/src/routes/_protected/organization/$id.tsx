import { createFileRoute } from '@tanstack/react-router';
import { optionalTextOf } from '../../../plain-search.ts';
import { ComingPage } from '../../../views/coming-page.tsx';

export const Route = createFileRoute('/_protected/organization/$id')({
  staticData: { title: 'Организация' },
  validateSearch: ({ tab }) => ({ tab: optionalTextOf(tab) }),
  component: () => (
    <ComingPage title="Организация">Здесь появятся реквизиты, участники и приглашения организации.</ComingPage>
  ),
});
