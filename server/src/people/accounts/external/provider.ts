import type { ExternalProviderId } from '@kazna/contract/cabinet/external-sign-in';

/** Whom a provider has signed in. Only (issuer, subject) identifies; the rest are hints for a form. */
export interface ExternalPerson {
  subject: string;
  email: string | null;
  /** The provider vouches for the address. */
  isEmailVerified: boolean;
  name: string;
}

interface Departure {
  redirectUri: string;
  state: string;
  nonce: string;
  /** PKCE, S256. */
  codeChallenge: string;
}

export interface Return {
  redirectUri: string;
  code: string;
  state: string;
  nonce: string;
  codeVerifier: string;
  /** VK's own parameter. */
  deviceId: string | undefined;
}

export interface ExternalProvider {
  id: ExternalProviderId;
  name: string;
  /** Subjects are unique within it. */
  issuer: string;
  authorizationUrl: (departure: Departure) => Promise<string>;
  /** Throws ProviderFailure when the code is refused or the answers do not hold together. */
  identify: (answer: Return) => Promise<ExternalPerson>;
}

/** The message goes to the log: never a code, token or answer of the provider. */
export class ProviderFailure extends Error {}

const timeoutMs = 10_000;
const maxAnswerBytes = 256 * 1024;

/** Redirects are refused: a secret would follow them. */
export async function fetchJson(url: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  const { host, pathname } = new URL(url);
  const fail = (reason: string): never => {
    throw new ProviderFailure(`${host}${pathname}: ${reason}`);
  };
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) }).catch(
    (error: Error) => fail(error.name === 'TimeoutError' ? 'no answer in time' : 'no connection'),
  );
  if (Number(response.headers.get('content-length')) > maxAnswerBytes) fail('an answer too long');
  const body = await response.json().catch(() => null);
  if (!response.ok) fail(`${response.status} ${errorCodeOf(body)}`);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) fail('no JSON object');
  return body as Record<string, unknown>;
}

/** OAuth's codes are short and fixed; anything else may be what must not reach a log. */
function errorCodeOf(body: unknown): string {
  const { error } = (body ?? {}) as { error?: unknown };
  return typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? error : 'without an error code';
}

export function postForm(fields: Record<string, string>, headers: Record<string, string> = {}): RequestInit {
  return { method: 'POST', headers: { accept: 'application/json', ...headers }, body: new URLSearchParams(fields) };
}

export function basicAuth(clientId: string, clientSecret: string): { authorization: string } {
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

export function textOf(body: Record<string, unknown>, field: string): string | null {
  const value = body[field];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

export function requiredText(body: Record<string, unknown>, field: string): string {
  const value = textOf(body, field);
  if (value === null || value.length > 16_000) throw new ProviderFailure(`no ${field} in the answer`);
  return value;
}

/** Where the browser goes for a code: what every provider wants, and what this one wants besides. */
export function codeRequestUrl(
  endpoint: string,
  clientId: string,
  { redirectUri, state, codeChallenge }: Departure,
  more: Record<string, string>,
): string {
  const url = new URL(endpoint);
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
    ...more,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
