import { insertView, type Place } from '../../src/people/saved-views/saved-views-store.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { uuidv7 } from '../../src/platform/db/uuid.ts';

/** A view of charges, or of active organizations for staff. Returns its id. */
export function plantView(db: Database, place: Place, { isShared = false } = {}): Promise<string> {
  const list = place.organizationId === null ? 'organizations' : 'operations';
  const filters: Record<string, string> = place.organizationId === null ? { status: 'active' } : { kind: 'charge' };
  return db.transaction((tx) => insertView(tx, place, { list, name: uuidv7(), filters, isShared }));
}
