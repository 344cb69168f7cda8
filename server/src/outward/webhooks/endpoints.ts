import { isIP } from 'node:net';
import { type Actor, recordAction } from '../../audit/actions-store.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { Queries } from '../../platform/db/queries.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { fieldProblem, Problem } from '../../platform/http/problem.ts';
import { sequenceEventsWithin } from '../../platform/outbox/jobs.ts';
import { readLastPosition } from '../../platform/outbox/reads.ts';
import { decryptSecret, encryptSecret } from '../../platform/secrets.ts';
import type { AddressGuard } from './address-guard.ts';
import {
  deleteEndpointRow,
  disableEndpoint,
  type EndpointRow,
  enableEndpoint,
  findEndpoint,
  findSecret,
  insertEndpoint,
  lockEndpoint,
  lockEndpointCount,
  updateEndpointFields,
  updateSecret,
} from './endpoints-store.ts';
import { createSecret } from './signed-event.ts';
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

export interface EndpointForm {
  url: string;
  types: string[];
  description?: string | null | undefined;
}

export async function getEndpoint(db: Queries, id: string) {
  const endpoint = await findEndpoint(db, id);
  if (!endpoint) throw new Problem('not_found');
  return endpoint;
}

/** Each may have deliveries running, and one statement looks at all. */
const maxEndpoints = 50;

/** Returns the secret, which cannot be read again. */
export async function createEndpoint(
  tx: Transaction,
  context: WebhookContext,
  actor: Actor,
  { url: text, types, description = null }: EndpointForm,
  id: string = uuidv7(),
): Promise<{ id: string; secret: string }> {
  const url = checkUrl(text, context);
  if ((await lockEndpointCount(tx)) >= maxEndpoints) throw fieldProblem('url', context.messages.tooMany(maxEndpoints));
  const secret = createSecret();
  await insertEndpoint(tx, {
    ...{ id, url, description, createdBy: actor.id },
    types: [...new Set(types)],
    secret: encryptSecret(context.key, id, secret),
    position: await currentPosition(tx),
  });
  await recordAction(tx, actor, { action: 'webhook.created', details: { url: withoutQuery(url) } });
  return { id, secret };
}

type Optional<T> = { [K in keyof T]?: T[K] | undefined };

/**
 * Switched on again, an endpoint gets what happens from then on; what it missed is in `/v1/events`. One whose key was
 * revoked or has expired is then theirs who switched it on.
 */
export async function updateEndpoint(
  tx: Transaction,
  context: WebhookContext,
  actor: Actor,
  id: string,
  changes: Optional<EndpointForm & { enabled: boolean }>,
): Promise<EndpointRow> {
  // Numbering events comes before the endpoint's lock, as in the delivery loop.
  const position = changes.enabled ? await currentPosition(tx) : null;
  const endpoint = await lockEndpoint(tx, id);
  if (!endpoint) throw new Problem('not_found');
  const url = changes.url === undefined ? endpoint.url : checkUrl(changes.url, context);
  const description = changes.description === undefined ? endpoint.description : changes.description;
  await updateEndpointFields(tx, { id, url, description, types: [...new Set(changes.types ?? endpoint.types)] });
  if (position !== null && !endpoint.enabled) await enableEndpoint(tx, id, { position, actorId: actor.id });
  if (changes.enabled === false && endpoint.enabled) await disableEndpoint(tx, id, 'requested');
  const enabled = String(changes.enabled ?? endpoint.enabled);
  const moved = url !== endpoint.url && { previousUrl: withoutQuery(endpoint.url) };
  await recordAction(tx, actor, { action: 'webhook.changed', details: { url: withoutQuery(url), enabled, ...moved } });
  return (await findEndpoint(tx, id)) as EndpointRow;
}

/** Its deliveries go with it. */
export async function deleteEndpoint(tx: Transaction, actor: Actor, id: string): Promise<void> {
  const endpoint = await lockEndpoint(tx, id);
  if (!endpoint) throw new Problem('not_found');
  await deleteEndpointRow(tx, id);
  await recordAction(tx, actor, { action: 'webhook.deleted', details: { url: withoutQuery(endpoint.url) } });
}

/**
 * For so many hours the old secret signs beside the new one, so that receivers can change without a gap. What an earlier
 * rotation left to sign goes on until its own time: its answer, the only copy of the secret since, may have been lost.
 */
export async function rotateSecret(
  tx: Transaction,
  { key }: WebhookContext,
  actor: Actor,
  { id, overlapHours }: { id: string; overlapHours: number },
): Promise<{ id: string; secret: string }> {
  const endpoint = await lockEndpoint(tx, id);
  if (!endpoint) throw new Problem('not_found');
  const secret = createSecret();
  await updateSecret(tx, id, { secret: encryptSecret(key, id, secret), overlapHours });
  const details = { url: withoutQuery(endpoint.url), overlapHours: String(overlapHours) };
  await recordAction(tx, actor, { action: 'webhook.secret_rotated', details });
  return { id, secret };
}

/** For the retry of a call whose answer was lost. */
export async function revealSecret(
  tx: Transaction,
  { key }: WebhookContext,
  id: string,
): Promise<{ id: string; secret: string }> {
  const stored = await findSecret(tx, id);
  const secret = stored && decryptSecret(key, id, stored);
  if (!secret) throw new Problem('not_found');
  return { id, secret };
}

/** The position after which events are to be sent that happen from now on. */
async function currentPosition(tx: Transaction): Promise<string> {
  await sequenceEventsWithin(tx);
  return readLastPosition(tx);
}

export const urlMessages = {
  program: {
    invalid: 'Not a valid URL',
    unencrypted: 'Must begin with https://',
    credentials: 'Must not contain a user name or password',
    fragment: 'Must not contain a fragment',
    address: 'This IP address is not allowed',
    tooMany: (most: number) => `There are ${most} webhook endpoints already. Delete one that is not used`,
  },
  person: {
    invalid: 'Введите адрес целиком, например https://example.ru/webhooks',
    unencrypted: 'Адрес должен начинаться с https://',
    credentials: 'Уберите из адреса имя пользователя и пароль',
    fragment: 'Уберите из адреса часть после #',
    address: 'На этот IP-адрес отправлять нельзя: он внутри сети',
    tooMany: (most: number) => `Адресов уже ${most}. Удалите ненужный`,
  },
} as const;

type UrlMessages = (typeof urlMessages)[keyof typeof urlMessages];

/** Refuses what could never be sent. Names are checked at every connection, since they may change. */
function checkUrl(
  text: string,
  { guard, allowsUnencrypted, messages }: Pick<WebhookContext, 'guard' | 'allowsUnencrypted' | 'messages'>,
): string {
  const refuse = (reason: Exclude<keyof UrlMessages, 'tooMany'>) => fieldProblem('url', messages[reason]);
  if (!URL.canParse(text)) throw refuse('invalid');
  const url = new URL(text);
  const isEncrypted = url.protocol === 'https:';
  if (!isEncrypted && !(url.protocol === 'http:' && allowsUnencrypted)) throw refuse('unencrypted');
  if (url.username || url.password) throw refuse('credentials');
  if (url.hash) throw refuse('fragment');
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) && !guard.allows(literal, isEncrypted)) throw refuse('address');
  return url.href;
}

/** For the log: a query may hold a secret of the receiver. */
export function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
