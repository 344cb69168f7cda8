import type { Queries } from '../../platform/db/database.ts';
import { selectNames } from './store.ts';

/** Reads the names of the people in events: events hold ids, so that no name outlives its account. */
export async function namesIn(db: Queries, events: { details: object }[]): Promise<(userId: string) => string> {
  const ids = new Set(events.flatMap(peopleIn));
  const names = ids.size > 0 ? await selectNames(db, [...ids]) : new Map<string, string>();
  return (id) => names.get(id) ?? 'удалённый пользователь';
}

function peopleIn({ details }: { details: object }): string[] {
  const people = details as Partial<Record<'payerId' | 'requestedById' | 'memberId' | 'actorId', string | null>>;
  return [people.payerId, people.requestedById, people.memberId, people.actorId].flatMap((id) => id ?? []);
}
