import type { Endpoint } from '@kazna/contract/shared/endpoint';
import { ownProblem } from '@kazna/contract/shared/own-problems';
import { followServerClock } from '../format/current-time.ts';
import { dropEarlyCalls, takeEarlyCall } from './early-calls.ts';

export interface Response {
  /** HTTP status, 0 without a response. */
  status: number;
  body: unknown;
}

export interface Parts {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  headers?: Record<string, unknown> | undefined;
  body?: unknown;
}

/** Longer than any timeout of the server, including calls to the payment provider. */
export const answerTimeoutMs = 90_000;

const statusByRejection = new WeakMap<object, number>();

/** Sends one request; never rejects. */
export async function request(
  endpoint: Endpoint,
  parts: Parts,
  bearer?: string,
  timeoutMs = answerTimeoutMs,
  signal?: AbortSignal,
): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' });
  for (const [name, value] of Object.entries(parts.headers ?? {})) {
    if (value !== undefined) headers.set(name, String(value));
  }
  if (bearer) headers.set('authorization', `Bearer ${bearer}`);
  if (parts.body !== undefined) {
    headers.set('content-type', endpoint.bytes ? 'application/octet-stream' : 'application/json');
  }
  const address = addressOf(endpoint, parts);
  if (endpoint.method !== 'GET') dropEarlyCalls();
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  signal?.addEventListener('abort', () => timeout.abort());
  try {
    const early = endpoint.method === 'GET' && !parts.headers ? takeEarlyCall(address, bearer) : undefined;
    const response = await (early ??
      fetch(address, {
        method: endpoint.method,
        headers,
        ...(parts.body === undefined
          ? {}
          : { body: endpoint.bytes ? (parts.body as Blob) : JSON.stringify(parts.body) }),
        signal: timeout.signal,
      }));
    followServerClock(response);
    return { status: response.status, body: parse(await response.text(), response) };
  } catch {
    return { status: 0, body: { ...ownProblem('unavailable'), ...(navigator.onLine === false && offline) } };
  } finally {
    clearTimeout(timer);
  }
}

/** The service may be well: what the person can mend is nearer. */
const offline = {
  title: 'Нет связи',
  detail: 'Нет связи с интернетом. Ничего не потеряно: проверьте подключение и повторите.',
};

/** Returns the body or throws the server's problem unchanged. */
export function unwrap({ status, body }: Response): unknown {
  if (status >= 200 && status < 300) return body;
  if (typeof body === 'object' && body !== null) statusByRejection.set(body, status);
  throw body;
}

/** Returns the HTTP status of a rejected call: a proxy's body may claim another. */
export function statusOf(rejection: unknown): number | undefined {
  return typeof rejection === 'object' && rejection !== null ? statusByRejection.get(rejection) : undefined;
}

export function addressOf(endpoint: Endpoint, { params, query }: Parts): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

function parse(text: string, { ok, status }: globalThis.Response): unknown {
  if (ok && text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (ok) throw error;
    return { ...ownProblem('unavailable'), status };
  }
}
