import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { organizationId } from '../ledger/fill.ts';

export interface Target {
  url: string;
  key: string;
}

export const connections = 16;
const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' });

/** Makes calls over all connections until told to stop; throws on any other status than the wanted one. */
export async function callUntil(isOver: () => boolean, call: () => Promise<unknown>): Promise<void> {
  const work = async () => {
    while (!isOver()) await call();
  };
  await Promise.all(Array.from({ length: connections }, work));
}

/** Charges one of so many organizations, taken at random. */
export function charge(target: Target, organizations: number): Promise<string> {
  const headers = { 'idempotency-key': randomUUID() };
  return send(target, '/v1/charges', { headers, body: newCharge(organizations), wanted: 201 });
}

/** Makes so many charges by one call, each of them of an organization taken at random; all must go through. */
export async function chargeBatch(target: Target, organizations: number, size: number): Promise<void> {
  const charges = Array.from({ length: size }, () => ({ ...newCharge(organizations), idempotencyKey: randomUUID() }));
  const headers = { 'idempotency-key': randomUUID() };
  const text = await send(target, '/v1/charges/batch', { headers, body: { charges }, wanted: 200 });
  const { results } = JSON.parse(text) as { results: { charge?: object }[] };
  if (results.length !== size || !results.every((result) => result.charge)) throw new Error(`refused: ${text}`);
}

function newCharge(organizations: number): object {
  const number = 1 + Math.floor(Math.random() * organizations);
  return { organizationId: organizationId(number), amountMinor: 1, currency: 'RUB', description: 'Трафик за час' };
}

interface Sent {
  headers?: Record<string, string>;
  /** Without one the call is a GET. */
  body?: object;
  wanted: number;
}

export function send({ url, key }: Target, path: string, { headers, body, wanted }: Sent): Promise<string> {
  const text = body && JSON.stringify(body);
  const all = {
    authorization: `Bearer ${key}`,
    ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...headers,
  };
  return new Promise<string>((resolve, reject) => {
    const call = request(url + path, { agent, method: text ? 'POST' : 'GET', headers: all }, async (response) => {
      let answer = '';
      for await (const chunk of response.setEncoding('utf8')) answer += chunk;
      if (response.statusCode === wanted) resolve(answer);
      else reject(new Error(`${path} answered ${response.statusCode} ${answer}`));
    });
    call.on('error', reject);
    call.end(text);
  });
}
