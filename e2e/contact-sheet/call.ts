import { randomUUID } from 'node:crypto';

/** Returns what the API answers to a session in browser storage format, or to nobody. */
export type Call = <T>(method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: object) => Promise<T>;

export function callsOf(url: string, tokens?: string): Call {
  const bearer = tokens && (JSON.parse(tokens) as { accessToken: string }).accessToken;
  return (method, path, body) => callBy(bearer, method, url + path, body);
}

export async function callBy<T>(bearer: string | undefined, method: string, url: string, body?: object): Promise<T> {
  const isFile = body instanceof Uint8Array;
  const answer = await fetch(url, {
    method,
    headers: {
      'idempotency-key': randomUUID(),
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(body && { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body && { body: isFile ? Buffer.from(body) : JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
