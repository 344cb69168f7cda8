import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';

export interface Target {
  url: string;
  token: string;
}

const connections = 8;

/** Sends requests over keep-alive connections; throws on any other status. */
export async function load(target: Target, kind: 'list' | 'create', count: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let left = count;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      const { status, text } = await (kind === 'list' ? list : create)(agent, target);
      const wanted = kind === 'list' ? 200 : 201;
      if (status !== wanted) throw new Error(`${target.url} answered ${status} ${text}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, work));
  } finally {
    agent.destroy();
  }
}

function list(agent: Agent, { url, token }: Target) {
  return send(agent, `${url}/api/payments`, 'GET', { authorization: `Bearer ${token}` });
}

const body = JSON.stringify({ amountMinor: 150_050, currency: 'RUB', method: 'card' });

function create(agent: Agent, { url, token }: Target) {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'idempotency-key': randomUUID(),
  };
  return send(agent, `${url}/api/payments`, 'POST', headers, body);
}

function send(agent: Agent, url: string, method: string, headers: Record<string, string | number>, payload?: string) {
  return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const call = request(url, { agent, method, headers }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode, text });
    });
    call.on('error', reject);
    call.end(payload);
  });
}
