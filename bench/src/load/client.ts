import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Ask {
  method?: 'GET' | 'POST';
  path: string;
  token?: string;
  key?: string;
  body?: object;
  /** Close the connection after the headers. */
  isStream?: boolean;
}

export interface Answered {
  status: number;
  body: Record<string, unknown>;
  /** Number of retries. */
  cuts: number;
}

export interface LoadClient {
  ask: (ask: Ask) => Promise<Answered>;
  close: () => void;
}

const requestTimeoutMs = 20_000;
const retryDelayMs = 200;

/** A keep-alive client. With `triesWhenCut` it retries dropped connections and 502 to 504. */
export function createClient(url: string, triesWhenCut = 0): LoadClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const ask = async (what: Ask): Promise<Answered> => {
    for (let cuts = 0; ; cuts += 1) {
      try {
        const answer = await send(agent, url, what);
        if (answer.status < 502 || answer.status > 504 || cuts >= triesWhenCut) return { ...answer, cuts };
      } catch (error) {
        if (cuts >= triesWhenCut) throw error;
      }
      await sleep(retryDelayMs);
    }
  };
  return { ask, close: () => agent.destroy() };
}

function send(agent: Agent, url: string, { method = 'GET', path, token, key, body, isStream }: Ask) {
  const payload = body && Buffer.from(JSON.stringify(body));
  const headers = {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(key && { 'idempotency-key': key }),
    ...(payload && { 'content-type': 'application/json', 'content-length': payload.length }),
  };
  return new Promise<{ status: number; body: Record<string, unknown> }>((resolve, reject) => {
    const signal = AbortSignal.timeout(requestTimeoutMs);
    const call = request(url + path, { agent, method, headers, signal }, async (response) => {
      try {
        const text = isStream ? await leave(response) : await read(response);
        resolve({ status: response.statusCode ?? 0, body: text === '' ? {} : JSON.parse(text) });
      } catch (error) {
        reject(error);
      }
    });
    call.on('error', reject);
    call.end(payload);
  });
}

async function read(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return text;
}

async function leave(response: IncomingMessage): Promise<string> {
  response.destroy();
  return '';
}
