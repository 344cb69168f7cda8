import type { Endpoint } from '@kazna/contract/shared/endpoint';
import { ownProblem } from '@kazna/contract/shared/own-problems';
import { refreshExpiredSession } from '../session/refresh.ts';
import { readTokens } from '../session/tokens.ts';
import { addressOf, type Parts, unwrap } from './request.ts';

/** Opens a streaming call. Rejects with the server's problem, or with an AbortError. */
export async function openStream(endpoint: Endpoint, parts: Parts, signal: AbortSignal): Promise<Response> {
  await refreshExpiredSession();
  const response = await open(addressOf(endpoint, parts), signal);
  if (!response.ok) unwrap({ status: response.status, body: await readProblem(response) });
  return response;
}

/** Reads until the end; a broken connection rejects as `unavailable`. */
export async function* chunksOf(response: Response, signal: AbortSignal): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  try {
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) yield part.value;
  } catch {
    signal.throwIfAborted();
    throw ownProblem('unavailable');
  }
}

async function open(address: string, signal: AbortSignal): Promise<Response> {
  const headers = { authorization: `Bearer ${readTokens()?.accessToken}` };
  try {
    return await fetch(address, { headers, signal });
  } catch {
    signal.throwIfAborted();
    throw ownProblem('unavailable');
  }
}

async function readProblem(response: Response): Promise<unknown> {
  return response.json().catch(() => ({ ...ownProblem('unavailable'), status: response.status }));
}
