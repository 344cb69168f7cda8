import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';

export interface Target {
  url: string;
  token: string;
  /** One session a connection, whose token changes at each refresh. */
  refreshTokens: string[];
}

export const kinds = ['session', 'organizations', 'list', 'refresh', 'create'] as const;
export type Kind = (typeof kinds)[number];

export const connections = 16;
const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' });

/** Sends requests over keep-alive connections; throws on any other status. */
export async function load(target: Target, kind: Kind, count: number): Promise<void> {
  let left = count;
  const work = async (_: unknown, connection: number) => {
    while (left > 0) {
      left -= 1;
      await calls[kind](target, connection);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
}

const body = JSON.stringify({ amountMinor: 150_050, currency: 'RUB', method: 'card' });

const calls: Record<Kind, (target: Target, connection: number) => Promise<unknown>> = {
  session: (target) => get(target, '/api/profile'),
  organizations: (target) => get(target, '/api/organizations'),
  list: (target) => get(target, '/api/payments'),
  create: ({ url, token }) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'idempotency-key': randomUUID(),
    };
    return send(`${url}/api/payments`, 'POST', headers, 201);
  },
  refresh: async (target, connection) => {
    const { refreshToken } = JSON.parse(await get(target, '/api/auth/refresh', target.refreshTokens[connection]));
    target.refreshTokens[connection] = refreshToken;
  },
};

function get({ url, token }: Target, path: string, bearer = token): Promise<string> {
  return send(url + path, 'GET', { authorization: `Bearer ${bearer}` }, 200);
}

function send(url: string, method: 'GET' | 'POST', headers: Record<string, string | number>, wanted: number) {
  return new Promise<string>((resolve, reject) => {
    const call = request(url, { agent, method, headers }, async (response) => {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      if (response.statusCode === wanted) resolve(text);
      else reject(new Error(`${method} ${url} answered ${response.statusCode} ${text}`));
    });
    call.on('error', reject);
    call.end(method === 'POST' ? body : undefined);
  });
}
