import { createFileRoute } from '@tanstack/react-router';
import { UnidentifiedPage, type UnidentifiedSearch } from '../../../console/unidentified/unidentified-page.tsx';
import { optionalTextOf } from '../../../navigation/plain-search.ts';

export const Route = createFileRoute('/_protected/admin/unidentified')({
  staticData: { title: 'Невыясненные' },
  validateSearch: (search): UnidentifiedSearch => ({
    q: optionalTextOf(search.q),
    status: optionalTextOf(search.status),
  }),
  component: () => <UnidentifiedPage search={Route.useSearch()} />,
});
