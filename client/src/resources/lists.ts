import { type Page, Pages } from '../pages.ts';
import type { Call, CallOptions } from '../transport.ts';
import type { Event, EventQuery, EventType, LedgerEntry, LedgerQuery, Payment, PaymentQuery } from '../types.gen.ts';

export function ledger(call: Call) {
  return {
    /** Every movement of a balance, newest first. */
    list: (query: LedgerQuery, options?: CallOptions) =>
      new Pages<LedgerEntry>(call, '/v1/ledger', { ...query }, options),
  };
}

export function payments(call: Call) {
  return {
    /** Newest first. */
    list: (query: PaymentQuery = {}, options?: CallOptions) =>
      new Pages<Payment>(call, '/v1/payments', { ...query }, options),
  };
}

export interface EventPage extends Page<Event> {
  /** The `cursor` of the next call once there is no next page. */
  resumeCursor: string;
}

export function events(call: Call) {
  return {
    /** Events of the last 30 days, oldest first. Store `resumeCursor` of the last page to go on from there. */
    list: (query: Omit<EventQuery, 'types'> & { types?: readonly EventType[] } = {}, options?: CallOptions) =>
      new Pages<Event, EventPage>(call, '/v1/events', { ...query }, options),
  };
}
