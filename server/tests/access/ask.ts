import type { Endpoint } from '@kazna/contract/shared/endpoint';
import type { ProblemCode } from '@kazna/contract/shared/problems';

/** What is sent to an endpoint; the token is the caller's own unless another is given. */
export interface Sending {
  params?: Record<string, string>;
  query?: Record<string, string> | URLSearchParams;
  headers?: Record<string, string>;
  body?: object;
  /** In place of the body: JSON that no object of ours would turn into. */
  json?: string;
  token?: string;
}

export interface Answered {
  status: number;
  type: string | null;
  /** As it came: two answers that must not differ are compared to the letter. */
  text: string;
}

/** Asks over HTTP, as anybody would. A stream that never ends is left at once. */
export async function ask(baseUrl: string, endpoint: Endpoint, sending: Sending, token?: string): Promise<Answered> {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent((sending.params?.[name] ?? '').toWellFormed()),
  );
  const query = sending.query ? `?${new URLSearchParams(sending.query)}` : '';
  const bearer = token && (sending.token ?? token);
  const json = sending.json ?? (sending.body && JSON.stringify(sending.body));
  const response = await fetch(baseUrl + path + query, {
    method: endpoint.method,
    redirect: 'manual',
    headers: {
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(json && { 'content-type': 'application/json' }),
      ...sending.headers,
    },
    ...(json && { body: json }),
  });
  const type = response.headers.get('content-type');
  if (!type?.startsWith('text/event-stream')) return { status: response.status, type, text: await response.text() };
  await response.body?.cancel();
  return { status: response.status, type, text: '' };
}

export function codeOf({ type, text }: Answered): ProblemCode | undefined {
  return type?.startsWith('application/problem+json') ? JSON.parse(text).code : undefined;
}
