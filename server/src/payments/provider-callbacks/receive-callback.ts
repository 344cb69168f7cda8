import type { FileAnswer } from '@kazna/contract/shared/endpoint';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { jobKind, type Queue } from '../../platform/jobs/queue.ts';
import { type Limit, runWithinLimit } from '../../platform/throttling/throttle.ts';
import {
  type CallbackHint,
  MalformedCallback,
  type PaymentProvider,
  type ProviderCallback,
  type Providers,
} from '../providers/provider.ts';
import { isKnownObject, type NotifiedObject, queueOnce, queueQuestion } from './store.ts';

export const providerNotification = jobKind<NotifiedObject>('provider-notification');

/** Of objects that none of our payments is known by: an attacker who makes ids up causes no more calls than this. */
const unknownObjects: Limit = { name: 'unknown-notifications', hits: 60, windowSeconds: 60 };

/** Lets each provider check and read its own requests. Returns the answer that the provider takes for a receipt. */
export async function receiveCallback(
  { db, queue, providers }: { db: Database; queue: Queue; providers: Providers },
  name: string,
  callback: ProviderCallback,
): Promise<FileAnswer> {
  const provider = providers.byName.get(name);
  if (!provider?.callbacks.isGenuine(callback)) throw new Problem('not_found');
  const hint = readHint(provider, callback.body);
  if (hint) await db.transaction((tx) => queueHint(tx, queue, { provider: name, ...hint }));
  const { contentType, text } = provider.callbacks.acknowledgement;
  return { contentType, chunks: oneChunk(text) };
}

function readHint({ callbacks }: PaymentProvider, body: unknown): CallbackHint | null {
  try {
    return callbacks.read(body);
  } catch (error) {
    if (error instanceof MalformedCallback) throw new Problem('malformed_request');
    throw error;
  }
}

/**
 * Queues a question to the provider, since the request itself was answered at once. An object of ours is fetched again
 * after each notification, since an earlier one may have been forged; an unknown one, which may be a payment whose
 * create call has not returned, once. What the limit leaves out, the payment's own poll finds.
 */
async function queueHint(tx: Transaction, queue: Queue, object: NotifiedObject): Promise<void> {
  if (await isKnownObject(tx, object)) {
    // It cannot be fetched: the notification itself is signed, and each one counts.
    if (object.kind === 'receipt') return queue.enqueue(tx, providerNotification, object);
    const delaySeconds = await queueQuestion(tx, object);
    if (delaySeconds !== null) await queue.enqueue(tx, providerNotification, object, { delaySeconds });
  } else if (object.kind === 'payment') {
    await runWithinLimit(tx, unknownObjects, [object.provider], async () => {
      if (await queueOnce(tx, object)) await queue.enqueue(tx, providerNotification, object);
    });
  }
}

async function* oneChunk(text: string): AsyncGenerator<string> {
  yield text;
}
