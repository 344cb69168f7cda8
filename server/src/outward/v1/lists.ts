import type { EventType } from '@kazna/contract/v1/event-types';
import { listEvents } from '@kazna/contract/v1/events';
import { listLedger } from '@kazna/contract/v1/ledger';
import { listPayments } from '@kazna/contract/v1/payments';
import { listEntries } from '../../money/ledger/reads.ts';
import { selectAllPayments } from '../../payments/all-payments-store.ts';
import type { Database } from '../../platform/db/database.ts';
import { cursorOf, cursorOfNumber, fromOpaque, numberOfCursor, toOpaquePage } from '../../platform/db/page.ts';
import type { Api } from '../../platform/http/api.ts';
import { sequenceEvents } from '../../platform/outbox/jobs.ts';
import { type EventRow, readEvents } from '../../platform/outbox/reads.ts';
import { getOrganization } from './organizations.ts';

/** What programs only read. */
export function bindLists(api: Api, db: Database): void {
  api.on(listPayments, async ({ query }) =>
    toOpaquePage(await selectAllPayments(db, { ...query, ...fromOpaque(query) }), query.limit),
  );

  api.on(listLedger, async ({ query: { organizationId, ...page } }) => {
    await getOrganization(db, organizationId);
    const { items, nextCursor } = await listEntries(db, organizationId, fromOpaque(page));
    return {
      items: items.map((entry) => ({ ...entry, organizationId })),
      nextCursor: nextCursor && cursorOf(nextCursor),
    };
  });

  api.on(listEvents, async ({ query: { limit, cursor, types } }) => {
    await sequenceEvents(db);
    const { rows, position, hasMore } = await readEvents(db, {
      after: cursor === undefined ? '0' : numberOfCursor(cursor),
      types: (types?.split(',') ?? []) as EventType[],
      limit,
    });
    const resumeCursor = cursorOfNumber(position);
    return { items: rows.map(presentEvent), nextCursor: hasMore ? resumeCursor : null, resumeCursor };
  });
}

function presentEvent({ id, type, createdAt, organizationId, data }: EventRow) {
  return { id, type, timestamp: createdAt, organizationId, data: data as Record<string, unknown> };
}
