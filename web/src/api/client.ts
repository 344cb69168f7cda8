import type { Answer, Endpoint, Sent } from '@kazna/contract/shared/endpoint';
import { failAuthentication } from '../session/failed-authentication.ts';
import { isSessionRefused, refreshExpiredSession, refreshSession } from '../session/refresh.ts';
import { readTokens } from '../session/tokens.ts';
import { type Parts, type Response, request, unwrap } from './request.ts';

type Arguments<E extends Endpoint> =
  object extends Sent<E> ? [sent?: Sent<E>, signal?: AbortSignal] : [sent: Sent<E>, signal?: AbortSignal];

/** Calls an endpoint; retries once after refreshing an expired token. Rejects with the server's problem unchanged. */
export async function call<E extends Endpoint>(endpoint: E, ...[sent, signal]: Arguments<E>): Promise<Answer<E>> {
  const parts = (sent ?? {}) as Parts;
  // A refresh would wait for the network; the call itself fails without one, and says so.
  if (endpoint.access !== 'public' && navigator.onLine) await refreshExpiredSession();
  const bearer = readTokens()?.accessToken;
  let response = await request(endpoint, parts, bearer, undefined, signal);
  if (bearer && isExpired(response)) {
    if (readTokens()?.accessToken === bearer) await refreshSession();
    response = await request(endpoint, parts, readTokens()?.accessToken, undefined, signal);
  }
  // The query may already be canceled by the sign-out, so its error handler would not run.
  if (response.status === 401 && endpoint.method === 'GET' && isSessionRefused()) failAuthentication();
  return unwrap(response) as Answer<E>;
}

function isExpired({ status, body }: Response): boolean {
  return status === 401 && (body as { code?: unknown } | null)?.code === 'token_expired';
}
