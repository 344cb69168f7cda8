import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { spreadOf } from '../spread.ts';
import { organizationCount, type Target } from './testbed.ts';

export const batchSize = 1000;
const connections = 4;
const dayMs = 86_400_000;

/** The first organization has half of all usage. Ids by chance are the hardest: each changes another page of the index. */
export function newBatch({ meter, organizationIds }: Target, makeId: () => string = randomUUID): string {
  const now = Date.now();
  const events = Array.from({ length: batchSize }, (_, index) => ({
    id: makeId(),
    meter,
    organizationId: organizationIds[index % 2 === 0 ? 0 : Math.floor(Math.random() * organizationCount)],
    quantity: Math.floor(Math.random() * 1e6) / 1e3,
    // Mostly of this hour, some late.
    occurredAt: new Date(now - (index % 20 === 0 ? Math.random() * 30 * dayMs : Math.random() * 600_000)).toISOString(),
  }));
  return JSON.stringify({ events });
}

const agent = new Agent({ keepAlive: true, maxSockets: connections });

export function post({ url, key }: Target, text: string): Promise<{ accepted: number; repeated: number }> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...{ authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      'content-length': Buffer.byteLength(text),
    };
    const call = request(`${url}/v1/usage`, { agent, method: 'POST', headers }, async (response) => {
      let answer = '';
      for await (const chunk of response.setEncoding('utf8')) answer += chunk;
      if (response.statusCode === 200) resolve(JSON.parse(answer));
      else reject(new Error(`${response.statusCode} ${answer}`));
    });
    call.on('error', reject);
    call.end(text);
  });
}

export interface Rate {
  perSecond: number;
  p99Ms: number;
  longestMs: number;
}

/** Batches a second that are made ahead: the sender runs on the same cores. */
const madeAhead = 50;

export async function sendFor(target: Target, durationMs: number, makeId?: () => string): Promise<Rate> {
  const texts = Array.from({ length: Math.ceil((madeAhead * durationMs) / 1000) }, () => newBatch(target, makeId));
  const taken: number[] = [];
  let accepted = 0;
  const startedAt = performance.now();
  const work = async () => {
    while (performance.now() - startedAt < durationMs) {
      const text = texts.pop() ?? newBatch(target, makeId);
      const sentAt = performance.now();
      const answer = await post(target, text);
      accepted += answer.accepted;
      taken.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  const seconds = (performance.now() - startedAt) / 1000;
  taken.sort((one, other) => one - other);
  const p99Ms = taken[Math.floor(taken.length * 0.99)] ?? 0;
  return { perSecond: accepted / seconds, p99Ms, longestMs: taken.at(-1) ?? 0 };
}

/** Milliseconds that a month by days of the busiest organization takes. */
export async function measureChart({ url, key, meter, organizationIds }: Target): Promise<number> {
  const day = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
  const query = new URLSearchParams({
    organizationId: organizationIds[0] ?? '',
    meter,
    from: day(-30),
    to: day(1),
    by: 'hour',
  });
  const taken: number[] = [];
  for (let count = 0; count < 50; count += 1) {
    const startedAt = performance.now();
    const answer = await fetch(`${url}/v1/usage?${query}`, { headers: { authorization: `Bearer ${key}` } });
    await answer.text();
    if (!answer.ok) throw new Error(`the chart answered ${answer.status}`);
    taken.push(performance.now() - startedAt);
  }
  return spreadOf(taken).median;
}
