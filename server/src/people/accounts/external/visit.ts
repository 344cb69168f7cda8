import { email as emailField } from '@kazna/contract/shared/fields';
import { check } from '@kazna/contract/shared/validation';
import type { Database } from '../../../platform/db/database.ts';
import type { Cookies } from '../../../platform/http/cookies.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { hashToken } from '../../../platform/secrets.ts';
import { type ExternalIdentity, findOutcome, insertVisit, type Outcome, updateOutcome } from './external-store.ts';
import { type ExternalPerson, type ExternalProvider, ProviderFailure } from './provider.ts';
import { matchesState, newTicket, type Purpose, readTicket, secretsOf, type Ticket } from './ticket.ts';

export interface ExternalContext {
  db: Database;
  /** Signs tickets. */
  key: Buffer;
  providers: ExternalProvider[];
  publicUrl: string;
  /** The reason holds no secret. */
  onFailure: (provider: string, reason: string) => void;
}

/** Over https no neighbour under the same domain can plant a cookie of this name. */
const cookieName = ({ publicUrl }: ExternalContext) =>
  isSecure(publicUrl) ? '__Host-external-visit' : 'external-visit';
const isSecure = (publicUrl: string) => publicUrl.startsWith('https:');
/** The ticket's ten minutes and the half hour in which a registration is filled in. */
const cookieSeconds = 40 * 60;

export function requireProvider({ providers }: ExternalContext, id: string): ExternalProvider {
  const provider = providers.find((one) => one.id === id);
  if (!provider) throw new Problem('not_found');
  return provider;
}

/**
 * Returns the provider's address, null when the provider cannot be reached. The browser gets the ticket as a cookie that
 * scripts cannot read.
 */
export async function beginVisit(
  context: ExternalContext,
  provider: ExternalProvider,
  purpose: Purpose,
  cookies: Cookies,
): Promise<string | null> {
  const ticket = newTicket(context.key, provider.id, purpose);
  const { state, nonce, codeChallenge } = secretsOf(context.key, ticket);
  const redirectUri = redirectUriOf(context, provider);
  try {
    const location = await provider.authorizationUrl({ redirectUri, state, nonce, codeChallenge });
    giveTicket(context, cookies, ticket);
    return location;
  } catch (failure) {
    reportFailure(context, provider, failure);
    return null;
  }
}

/** The visit could not begin: the page that finishes it says so. */
export async function recordFailedVisit(
  context: ExternalContext,
  provider: ExternalProvider,
  cookies: Cookies,
): Promise<void> {
  const { db, key } = context;
  const ticket = newTicket(key, provider.id, { kind: 'sign-in' });
  giveTicket(context, cookies, ticket);
  await insertVisit(db, hashToken(ticket.text));
  await updateOutcome(db, hashToken(ticket.text), { problem: 'external_failed' });
}

function giveTicket(context: ExternalContext, cookies: Cookies, { text }: Ticket): void {
  const options = { maxAgeSeconds: cookieSeconds, isSecure: isSecure(context.publicUrl) };
  cookies.set(cookieName(context), text, options);
}

function redirectUriOf({ publicUrl }: ExternalContext, { id }: ExternalProvider): string {
  return `${publicUrl}/api/auth/external/${id}/callback`;
}

export interface Callback {
  code?: string | undefined;
  state?: string | undefined;
  error?: string | undefined;
  iss?: string | undefined;
  device_id?: string | undefined;
}

/**
 * Takes the provider's answer, once. A callback without this browser's ticket or with another state changes nothing: a
 * stranger's link must not use up the visit under way.
 */
export async function receiveCallback(
  context: ExternalContext,
  provider: ExternalProvider,
  callback: Callback,
  cookies: Cookies,
): Promise<void> {
  const { db, key } = context;
  const ticket = readTicket(key, cookies.get(cookieName(context)));
  const isOurs =
    ticket?.provider === provider.id && Date.now() < ticket.expiresAt && matchesState(key, ticket, callback.state);
  if (!ticket || !isOurs) return;
  const hash = hashToken(ticket.text);
  if (!(await insertVisit(db, hash))) return;
  await updateOutcome(db, hash, await outcomeOf(context, provider, ticket, callback));
}

async function outcomeOf(
  context: ExternalContext,
  provider: ExternalProvider,
  ticket: Ticket,
  { code, error, iss, device_id: deviceId }: Callback,
): Promise<Outcome> {
  if (error === 'access_denied') return { problem: 'external_declined' };
  try {
    if (error !== undefined || !code) throw new ProviderFailure('the callback brings no code');
    if (iss !== undefined && iss !== provider.issuer) throw new ProviderFailure('the callback is of another issuer');
    const { state, nonce, codeVerifier } = secretsOf(context.key, ticket);
    const redirectUri = redirectUriOf(context, provider);
    return { person: readable(await provider.identify({ redirectUri, code, state, nonce, codeVerifier, deviceId })) };
  } catch (failure) {
    reportFailure(context, provider, failure);
    return { problem: 'external_failed' };
  }
}

function reportFailure({ onFailure }: ExternalContext, { id }: ExternalProvider, failure: unknown): void {
  if (!(failure instanceof ProviderFailure)) throw failure;
  onFailure(id, failure.message);
}

/** An address that our own forms would refuse counts as none. */
function readable(person: ExternalPerson): ExternalPerson {
  if (person.subject.length > 255 || /\p{C}/u.test(person.subject))
    throw new ProviderFailure('the subject is malformed');
  const { data: email } = check(emailField, person.email ?? '');
  // PostgreSQL stores neither a NUL nor half of an emoji, which the cut may leave, and a letter no line break.
  const name = person.name
    .slice(0, 100)
    .replace(/[\p{C}<>]/gu, ' ')
    .trim();
  return { ...person, name, email: email ?? null, isEmailVerified: person.isEmailVerified && email !== undefined };
}

export interface Visit {
  hash: Buffer;
  purpose: Purpose;
  provider: ExternalProvider;
  person: ExternalPerson;
  identity: ExternalIdentity;
}

/** Throws what went wrong. The visit stays usable until it is spent. */
export async function requireVisit(context: ExternalContext, cookies: Cookies): Promise<Visit> {
  const ticket = readTicket(context.key, cookies.get(cookieName(context)));
  const hash = ticket && hashToken(ticket.text);
  const outcome = hash && (await findOutcome(context.db, hash));
  if (!outcome) throw new Problem('external_visit_expired');
  if ('problem' in outcome) throw new Problem(outcome.problem);
  const provider = context.providers.find(({ id }) => id === ticket.provider);
  if (!provider) throw new Problem('external_visit_expired');
  const { person } = outcome;
  const { id, issuer } = provider;
  const label = (person.email ?? person.name) || provider.name;
  const identity = { provider: id, issuer, subject: person.subject, label };
  return { hash, purpose: ticket.purpose, provider, person, identity };
}
