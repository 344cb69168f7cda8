import { createFileRoute } from '@tanstack/react-router';
import { KeysPage, type KeysSearch } from '../../../console/keys/keys-page.tsx';
import { optionalTextOf } from '../../../navigation/plain-search.ts';

export const Route = createFileRoute('/_protected/admin/keys')({
  staticData: { title: 'Ключи API' },
  validateSearch: (search): KeysSearch => ({ key: optionalTextOf(search.key) }),
  component: () => <KeysPage search={Route.useSearch()} />,
});
