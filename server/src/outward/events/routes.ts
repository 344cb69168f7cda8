import type { EventType } from '@kazna/contract/v1/event-types';
import * as contract from '@kazna/contract/v1/events';
import type { Database } from '../../platform/db/database.ts';
import { cursorOfNumber, numberOfCursor } from '../../platform/db/page.ts';
import type { Api } from '../../platform/http/api.ts';
import { type EventRow, readEvents } from '../../platform/outbox/reads.ts';
import { sequenceEvents } from '../../platform/outbox/jobs.ts';

export function eventRoutes(api: Api, db: Database): void {
  api.on(contract.listEvents, async ({ query: { limit, cursor, types } }) => {
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
