import { queryClient } from '../api/query-client.ts';

/** Invalidates the whole admin area: a staff action shows in the log and elsewhere. */
export async function refreshAdmin(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['admin'] });
}
