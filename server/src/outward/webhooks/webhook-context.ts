import type { Transaction } from '../../platform/db/database.ts';
import { readLastPosition } from '../../platform/outbox/reads.ts';
import { sequenceEventsWithin } from '../../platform/outbox/jobs.ts';
import type { AddressGuard } from './sending/address-guard.ts';
import type { UrlMessages } from './url-messages.ts';

export interface WebhookSettings {
  /** Encrypts the endpoints' secrets. */
  key: Buffer;
  guard: AddressGuard;
  /** Whether `http:` may be used: there are networks where that is allowed. */
  allowsUnencrypted: boolean;
}

export interface WebhookContext extends WebhookSettings {
  messages: UrlMessages;
}

/** The position after which events are to be sent that happen from now on. */
export async function currentPosition(tx: Transaction): Promise<string> {
  await sequenceEventsWithin(tx);
  return readLastPosition(tx);
}

/** For the log: a query may hold a secret of the receiver. */
export function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
