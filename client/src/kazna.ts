import { charges, holds } from './resources/charges.ts';
import { events, ledger, payments } from './resources/lists.ts';
import { organizations } from './resources/organizations.ts';
import { services, subscriptions } from './resources/services.ts';
import { usage } from './resources/usage.ts';
import { webhookDeliveries, webhookEndpoints } from './resources/webhooks.ts';
import { createCall } from './transport.ts';

export interface KaznaOptions {
  /** The address of the installation, such as `https://cabinet.example.ru`. */
  url: string;
  /** `kzn_live_…` from the admin area. */
  key: string;
  /** The runtime's by default. */
  fetch?: typeof fetch;
  /** 6 by default, over about 8 seconds; 1 turns retries off. */
  maxAttempts?: number;
  /** Of one attempt, 30 seconds by default. */
  timeoutMs?: number;
}

/** The operator API of one installation. */
export class Kazna {
  readonly organizations;
  readonly charges;
  readonly holds;
  readonly services;
  readonly subscriptions;
  readonly usage;
  readonly ledger;
  readonly payments;
  readonly events;
  readonly webhookEndpoints;
  readonly webhookDeliveries;

  constructor({ url, key, fetch: ownFetch, maxAttempts = 6, timeoutMs = 30_000 }: KaznaOptions) {
    // The runtime's own message about an invalid header would quote the key.
    if (typeof key !== 'string' || !/^[\x21-\x7e]+$/.test(key)) throw new TypeError('`key` is not a key of Казна');
    const call = createCall({
      url: new URL(url).href.replace(/\/+$/, ''),
      headers: () => ({ authorization: `Bearer ${key}` }),
      fetch: (input, init) => (ownFetch ?? fetch)(input, init),
      maxAttempts,
      timeoutMs,
    });
    this.organizations = organizations(call);
    this.charges = charges(call);
    this.holds = holds(call);
    this.services = services(call);
    this.subscriptions = subscriptions(call);
    this.usage = usage(call);
    this.ledger = ledger(call);
    this.payments = payments(call);
    this.events = events(call);
    this.webhookEndpoints = webhookEndpoints(call);
    this.webhookDeliveries = webhookDeliveries(call);
  }
}
