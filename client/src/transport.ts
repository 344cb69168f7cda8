import { KaznaError } from './kazna-error.ts';
import type { Problem } from './types.gen.ts';

export interface CallOptions {
  /** 8 to 64 letters, digits, `.`, `_`, `+` or `-`. A random one by default. */
  idempotencyKey?: string | undefined;
  /** Ends the call and its retries. */
  signal?: AbortSignal | undefined;
}

type QueryValue = string | number | readonly string[] | undefined;

export interface CallRequest extends CallOptions {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  query?: { [name: string]: QueryValue } | undefined;
  /** A string is JSON already. */
  body?: object | string | undefined;
}

export type Call = <Answer>(request: CallRequest) => Promise<Answer>;

export interface TransportOptions {
  /** Without a slash at the end. */
  url: string;
  headers: () => Record<string, string>;
  fetch: typeof fetch;
  maxAttempts: number;
  timeoutMs: number;
}

interface Sent {
  url: string;
  init: RequestInit;
  idempotencyKey: string | undefined;
}

type Outcome = { answer: unknown } | { error: KaznaError; retryAfter: string | null; isFinal: boolean };

/** Sends calls and repeats them, byte for byte and with the same idempotency key, while that may help. */
export function createCall(options: TransportOptions): Call {
  return async <Answer>(request: CallRequest) => {
    const sent = prepare(options, request);
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await send(options, sent, request.signal, attempt);
      if ('answer' in outcome) return outcome.answer as Answer;
      const { error, retryAfter, isFinal } = outcome;
      // The attempt before deleted it, and its answer was lost.
      if (request.method === 'DELETE' && attempt > 1 && error.status === 404) return undefined as Answer;
      const delayMs = isFinal || attempt >= options.maxAttempts ? null : retryDelayMs(attempt, retryAfter);
      if (delayMs === null) throw error;
      await sleep(delayMs, request.signal);
    }
  };
}

function prepare({ url, headers }: TransportOptions, request: CallRequest): Sent {
  const { method, path, query = {}, body } = request;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const idempotencyKey = method === 'POST' ? (request.idempotencyKey ?? crypto.randomUUID()) : undefined;
  return {
    url: `${url}${path}${search.size > 0 ? `?${search}` : ''}`,
    init: {
      method,
      // A redirected POST would become a GET.
      redirect: 'manual',
      headers: {
        ...headers(),
        accept: 'application/json',
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    },
    idempotencyKey,
  };
}

async function send(
  { fetch, timeoutMs }: TransportOptions,
  { url, init, idempotencyKey }: Sent,
  signal: AbortSignal | undefined,
  attempts: number,
): Promise<Outcome> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
    // Inside the try: a connection may be cut in the middle of an answer.
    const { status, text } = { status: response.status, text: await response.text() };
    const body = parseJson(text);
    if (response.ok && (body !== undefined || status === 204)) return { answer: body };
    const problem = isProblem(body) ? body : undefined;
    const { code, detail } = problem ?? { code: 'unexpected_answer', detail: 'The answer is not of the operator API.' };
    const error = new KaznaError({ status, code, detail, attempts, problem, idempotencyKey });
    return { error, retryAfter: response.headers.get('retry-after'), isFinal: !isRetryable(status) };
  } catch (cause) {
    signal?.throwIfAborted();
    const detail = 'No answer came. Whether the call was carried out is unknown.';
    const error = new KaznaError({ status: 0, code: 'network_error', detail, attempts, idempotencyKey, cause });
    return { error, retryAfter: null, isFinal: false };
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isProblem(body: unknown): body is Problem {
  const { code, detail } = (body ?? {}) as Partial<Problem>;
  return typeof code === 'string' && typeof detail === 'string';
}

export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

const firstDelayMs = 250;
const maxDelayMs = 8000;
const maxRetryAfterMs = 60_000;

export function isRetryable(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/**
 * How long to wait before the next attempt. The jitter keeps programs that failed together from coming back together.
 * Null where the server asks for more time than a call should take.
 */
export function retryDelayMs(
  attempt: number,
  retryAfter: string | null,
  { random = Math.random, now = Date.now }: { random?: () => number; now?: () => number } = {},
): number | null {
  const backoffMs = Math.min(firstDelayMs * 2 ** (attempt - 1), maxDelayMs) * (0.5 + random() / 2);
  const askedMs = parseRetryAfter(retryAfter, now());
  if (askedMs > maxRetryAfterMs) return null;
  return askedMs + backoffMs;
}

/** A number of seconds or an HTTP date; 0 without a valid one. */
function parseRetryAfter(header: string | null, nowMs: number): number {
  if (header === null) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const time = header.endsWith(' GMT') ? Date.parse(header) : Number.NaN;
  return Number.isNaN(time) ? 0 : Math.max(0, time - nowMs);
}
