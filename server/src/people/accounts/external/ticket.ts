import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type ExternalProviderId, externalProviders } from '@kazna/contract/cabinet/external-sign-in';
import { id } from '@kazna/contract/shared/fields';
import * as z from 'zod/mini';

/** What the browser went to the provider for. A link belongs to the session that asked for it. */
export type Purpose = { kind: 'sign-in' } | { kind: 'link'; sessionId: string };

export interface Ticket {
  /** As the cookie holds it. */
  text: string;
  provider: ExternalProviderId;
  purpose: Purpose;
  expiresAt: number;
}

const lifetimeMs = 10 * 60 * 1000;

const payload = z.object({
  provider: z.enum(externalProviders),
  sessionId: z.nullable(id),
  nonce: z.string(),
  expiresAt: z.number(),
});

/**
 * Stands in a cookie and binds the visit to the browser: provider, purpose and expiry, signed. Nothing is stored until the
 * provider leads back, since anybody may begin a visit.
 */
export function newTicket(key: Buffer, provider: ExternalProviderId, purpose: Purpose, now = Date.now()): Ticket {
  const expiresAt = now + lifetimeMs;
  const sessionId = purpose.kind === 'link' ? purpose.sessionId : null;
  const nonce = randomBytes(16).toString('base64url');
  const body = Buffer.from(JSON.stringify({ provider, sessionId, nonce, expiresAt })).toString('base64url');
  return { text: `${body}.${macOf(key, 'ticket', body).toString('base64url')}`, provider, purpose, expiresAt };
}

/** Null for a text that this installation did not write. The expiry is left to the caller. */
export function readTicket(key: Buffer, text: string | undefined): Ticket | null {
  const [body = '', mac = ''] = (text ?? '').split('.');
  if (!text || !equals(Buffer.from(mac, 'base64url'), macOf(key, 'ticket', body))) return null;
  const { provider, sessionId, expiresAt } = z.parse(
    payload,
    JSON.parse(Buffer.from(body, 'base64url').toString('utf8')),
  );
  return { text, provider, purpose: sessionId === null ? { kind: 'sign-in' } : { kind: 'link', sessionId }, expiresAt };
}

export interface VisitSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
  codeChallenge: string;
}

/** All follow from the ticket by a key outside the browser, so that none of them has to be stored. */
export function secretsOf(key: Buffer, { text }: Ticket): VisitSecrets {
  const derive = (purpose: string) => macOf(key, purpose, text).toString('base64url');
  const codeVerifier = derive('code verifier');
  return {
    state: derive('state'),
    nonce: derive('nonce'),
    codeVerifier,
    codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url'),
  };
}

export function matchesState(key: Buffer, ticket: Ticket, state: string | undefined): boolean {
  return equals(Buffer.from(state ?? ''), Buffer.from(secretsOf(key, ticket).state));
}

function macOf(key: Buffer, purpose: string, text: string): Buffer {
  return createHmac('sha256', key).update(`${purpose}:${text}`).digest();
}

function equals(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}
