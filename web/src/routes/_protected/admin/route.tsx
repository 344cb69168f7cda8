import { createFileRoute, notFound } from '@tanstack/react-router';

/** Not found for everybody but staff. */
export const Route = createFileRoute('/_protected/admin')({
  beforeLoad: async () => {
    // Imported lazily: guards are part of the code that every page loads.
    const { profileQuery } = await import('../../../queries/profile.ts');
    const { queryClient } = await import('../../../api/query-client.ts');
    const profile = await queryClient.ensureQueryData(profileQuery());
    if (!profile.operatorRole) throw notFound();
  },
});
