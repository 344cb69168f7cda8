import type { TestApp } from './app.ts';

export type HttpClient = Pick<TestApp, 'db' | 'call'>;

/** The app's calls over a socket, as other programs make them. */
export async function listenForCalls({ app, db }: Pick<TestApp, 'app' | 'db'>): Promise<HttpClient> {
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const call: TestApp['call'] = async (endpoint, sent = {}, { token, headers } = {}) => {
    const { params, query, body } = sent as {
      params?: Record<string, string>;
      query?: Record<string, string>;
      body?: object;
    };
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params?.[name] ?? ''));
    const response = await fetch(`${origin}${path}?${new URLSearchParams(query)}`, {
      method: endpoint.method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text ? JSON.parse(text) : undefined,
      headers: Object.fromEntries(response.headers),
    };
  };
  return { db, call };
}
