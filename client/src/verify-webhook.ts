import type { EventData, EventType } from './types.gen.ts';

interface EventOf<Type, Data, OrganizationId = string> {
  /** The same at every attempt: remember it, and an event is handled once. */
  id: string;
  type: Type;
  timestamp: string;
  organizationId: OrganizationId;
  data: Data;
}

/** More types may come: a switch over `type` needs a default. */
export type WebhookEvent =
  | { [Type in EventType]: EventOf<Type, EventData[Type]> }[EventType]
  | EventOf<'webhook.test', Record<string, unknown>, null>;

/** `Headers` of a `Request`, or the `headers` of node:http. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

export interface VerifyOptions {
  /** How far the clocks may differ and how old a delivery may be; 5 minutes by default. */
  toleranceSeconds?: number;
  now?: Date;
}

/** The request is not from Казна, or too old: answer 400 and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

const secretPrefix = 'whsec_';
const defaultToleranceSeconds = 300;

/**
 * Verifies a delivery by Standard Webhooks 1.0.0 and returns its event. `body` is the body as it came, byte for byte:
 * parsed and printed again it would have another signature. Several secrets serve a rotation.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = defaultToleranceSeconds, now = new Date() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const signatures = parseSignatures(readHeader(headers, 'webhook-signature'));
  requireRecent(timestamp, toleranceSeconds, now);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  for (const secret of typeof secrets === 'string' ? [secrets] : secrets)
    if (await isSignedBy(secret, signed, signatures)) return JSON.parse(new TextDecoder().decode(bytes));
  throw new WebhookVerificationError('No signature matches');
}

function readHeader(headers: WebhookHeaders, name: string): string {
  const value =
    typeof headers.get === 'function'
      ? (headers as Headers).get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value !== 'string' || value === '') throw new WebhookVerificationError(`The header ${name} is missing`);
  return value;
}

/** Signatures of version 1; others are none of ours. */
function parseSignatures(header: string): Uint8Array<ArrayBuffer>[] {
  return header.split(' ').flatMap((one) => {
    const bytes = one.startsWith('v1,') ? decodeBase64(one.slice(3)) : null;
    return bytes ? [bytes] : [];
  });
}

function requireRecent(timestamp: string, toleranceSeconds: number, now: Date): void {
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  const isRecent = Math.abs(now.getTime() / 1000 - seconds) <= toleranceSeconds;
  if (!isRecent) throw new WebhookVerificationError('The timestamp is not within the tolerance');
}

/** WebCrypto compares in constant time. */
async function isSignedBy(secret: string, signed: Uint8Array<ArrayBuffer>, signatures: Uint8Array<ArrayBuffer>[]) {
  const secretBytes = secret.startsWith(secretPrefix) ? decodeBase64(secret.slice(secretPrefix.length)) : null;
  if (!secretBytes?.length) throw new TypeError('A secret of a webhook endpoint is `whsec_` and Base64');
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', secretBytes, algorithm, false, ['verify']);
  for (const signature of signatures) if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true;
  return false;
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
