import type { EventType } from '@kazna/contract/v1/event-types';
import type { EventData } from '@kazna/contract/v1/events';
import type { Statement, Transaction } from '../db/database.ts';
import { uuidv7 } from '../db/uuid.ts';
import { eventInsert, eventsWithin } from './store.ts';

interface PendingEvent {
  type: EventType;
  organizationId: string;
  data: object | (() => Promise<object>);
  isMerged: boolean;
}

const pendingOf = new WeakMap<Transaction, PendingEvent[]>();

/**
 * Records the event if, and only if, the transaction commits. Events are written together at its end, since the lock
 * that keeps them in order of commit comes after all others; data that is a function is read then. Not for work that a
 * savepoint may undo.
 */
export function recordEvent<Type extends EventType>(
  tx: Transaction,
  {
    type,
    organizationId,
    data,
  }: { type: Type; organizationId: string; data: EventData[Type] | (() => Promise<EventData[Type]>) },
): void {
  pendingIn(tx).push({ type, organizationId, data, isMerged: false });
}

/** Records one event per transaction, organization and type: a later call merges its data into the earlier one's. */
export function recordMergedEvent<Type extends EventType>(
  tx: Transaction,
  { type, organizationId }: { type: Type; organizationId: string },
  merge: (earlier: EventData[Type] | undefined) => EventData[Type],
): void {
  const pending = pendingIn(tx);
  const earlier = pending.find(
    (event) => event.isMerged && event.type === type && event.organizationId === organizationId,
  );
  if (earlier) earlier.data = merge(earlier.data as EventData[Type]);
  else pending.push({ type, organizationId, data: merge(undefined), isMerged: true });
}

/** Events as parts of the statement that makes them true: see `eventsWithin`. */
export function recordedWithin(organizationId: string, cause: Statement, rows: Statement): Statement {
  return eventsWithin(organizationId, cause, rows);
}

function pendingIn(tx: Transaction): PendingEvent[] {
  const known = pendingOf.get(tx);
  if (known) return known;
  const pending: PendingEvent[] = [];
  pendingOf.set(tx, pending);
  tx.beforeCommit(() => composeEvents(pending));
  return pending;
}

async function composeEvents(pending: PendingEvent[]): Promise<Statement> {
  const events = [];
  for (const { type, organizationId, data } of pending)
    events.push({ id: uuidv7(), type, organizationId, data: typeof data === 'function' ? await data() : data });
  return eventInsert(events);
}
