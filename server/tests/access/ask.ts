import type { Endpoint } from '@kazna/contract/shared/endpoint';
import type { ProblemCode } from '@kazna/contract/shared/problems';

/** The token replaces the caller's own. */
export interface RequestParts {
  params?: Record<string, string>;
  query?: Record<string, string> | URLSearchParams;
  headers?: Record<string, string>;
  body?: object;
  /** Raw JSON in place of the body. */
  json?: string;
  /** A file in place of the body. */
  bytes?: Uint8Array;
  token?: string;
}

export interface RawResponse {
  status: number;
  type: string | null;
  /** Unparsed: answers are compared byte by byte. */
  text: string;
}

/** An endless stream is canceled at once. */
export async function ask(
  baseUrl: string,
  endpoint: Endpoint,
  sending: RequestParts,
  token?: string,
): Promise<RawResponse> {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent((sending.params?.[name] ?? '').toWellFormed()),
  );
  const query = sending.query ? `?${new URLSearchParams(sending.query)}` : '';
  const bearer = token && (sending.token ?? token);
  const json = sending.json ?? (sending.body && JSON.stringify(sending.body));
  const isFile = !json && sending.bytes;
  const response = await fetch(baseUrl + path + query, {
    method: endpoint.method,
    redirect: 'manual',
    headers: {
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(json && { 'content-type': 'application/json' }),
      ...(isFile && { 'content-type': 'application/octet-stream' }),
      ...sending.headers,
    },
    ...(json && { body: json }),
    ...(isFile && { body: sending.bytes as Uint8Array<ArrayBuffer> }),
  });
  const type = response.headers.get('content-type');
  if (!type?.startsWith('text/event-stream')) return { status: response.status, type, text: await response.text() };
  await response.body?.cancel();
  return { status: response.status, type, text: '' };
}

export function codeOf({ type, text }: RawResponse): ProblemCode | undefined {
  return type?.startsWith('application/problem+json') ? JSON.parse(text).code : undefined;
}
