import { QueryClientProvider } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { queryClient } from '../../api/query-client.ts';
import { VerifyPage } from '../../features/auth/verify-page.tsx';
import { textOf } from '../../navigation/plain-search.ts';

export const Route = createFileRoute('/auth/verify')({
  staticData: { title: 'Подтверждение адреса' },
  validateSearch: ({ token }) => ({ token: textOf(token) }),
  component: () => (
    <QueryClientProvider client={queryClient}>
      <VerifyPage token={Route.useSearch().token} />
    </QueryClientProvider>
  ),
});
