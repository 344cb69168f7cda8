import { createFileRoute, notFound } from '@tanstack/react-router';

/** The area does not exist for those who are not operators. */
export const Route = createFileRoute('/_protected/admin')({
  beforeLoad: async () => {
    // Imported here, since guards are part of the code that every page loads.
    const { profileQuery } = await import('../../../queries/profile.ts');
    const { queryClient } = await import('../../../api/query-client.ts');
    const profile = await queryClient.ensureQueryData(profileQuery());
    if (!profile.operatorRole) throw notFound();
  },
});
