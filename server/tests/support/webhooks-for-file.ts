import { afterAll, afterEach, beforeAll, inject, onTestFinished } from 'vitest';
import { type Receiver, startReceiver } from './receiver.ts';
import { openWebhookTestbed, type WebhookTestbed } from './webhooks.ts';

/** Opens a testbed before the first test of the file, empties it after each and closes it after the last. */
export function webhooksForThisFile(): { current: WebhookTestbed } {
  const holder = {} as { current: WebhookTestbed };
  beforeAll(async () => {
    holder.current = await openWebhookTestbed(inject('databaseUrl'));
  });
  afterEach(() => holder.current.reset());
  afterAll(() => holder.current?.close());
  return holder;
}

export async function receiverForThisTest(...args: Parameters<typeof startReceiver>): Promise<Receiver> {
  const receiver = await startReceiver(...args);
  onTestFinished(receiver.close);
  return receiver;
}
